package dev.weir.examples;

import java.net.http.HttpResponse;
import java.util.function.Predicate;

/**
 * How a caller of the shop can tell from a response what a rule decided: some refusals are a
 * status, others a list price or an empty list.
 *
 * @param entry of the rule file
 * @param admitted responses of calls that the entry let pass
 * @param refused responses of calls that it refused; a response may be neither
 */
record Sight(
    String entry,
    Predicate<HttpResponse<String>> admitted,
    Predicate<HttpResponse<String>> refused) {

  static Sight byStatus(String entry, int admitted, int refused) {
    return new Sight(
        entry,
        response -> response.statusCode() == admitted,
        response -> response.statusCode() == refused);
  }

  /**
   * For refusals whose status a fault of the shop's may have, too: the body must tell them apart.
   */
  static Sight byStatus(String entry, int admitted, int refused, String refusal) {
    return new Sight(
        entry,
        response -> response.statusCode() == admitted,
        response -> response.statusCode() == refused && response.body().contains(refusal));
  }

  static Sight byBody(String entry, String admitted, String refused) {
    return new Sight(
        entry,
        response -> response.body().contains(admitted),
        response -> response.body().contains(refused));
  }

  /** For an entry that refuses nothing. */
  static Sight always(String entry) {
    return new Sight(entry, response -> true, response -> false);
  }
}
