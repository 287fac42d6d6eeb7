package dev.weir.agent.config;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What keys of a Sentinel rule say together. What one of them says of the other is written at both,
 * and is the same.
 */
final class SentinelFlow {

  private SentinelFlow() {}

  /**
   * What to write, or null where the key says by itself what it is.
   *
   * @param key in lower case without hyphens
   * @param meant to which the key that is meant is added
   */
  static @Nullable String hint(String key, Node.Mapping flow, Set<String> meant) {
    String count = text("count", flow);
    boolean counts = Decimal.parse(count) != null;
    if (key.equals("refresource") && text("strategy", flow).equals("2")) {
      return "write from beside match, with the name of the inbound resource";
    }
    if (key.equals("burstcount") && counts) {
      return burst(count, text(key, flow), meant);
    }
    if (!counts) {
      return null;
    }
    if (text("grade", flow).equals("0")) {
      return key.equals("count") || key.equals("grade") ? concurrency(count, meant) : null;
    }
    return limit(key, count, flow, meant);
  }

  private static String concurrency(String count, Set<String> meant) {
    meant.add("limit");
    return "calls at once are concurrency, beside match: write concurrency: " + count;
  }

  private static @Nullable String limit(
      String key, String count, Node.Mapping flow, Set<String> meant) {
    String seconds = text("durationinsec", flow);
    String millis = text("statintervalms", flow);
    boolean inSeconds = Decimal.parse(seconds) != null;
    if (!inSeconds && Decimal.parse(millis) == null) {
      return null;
    }
    if (!key.equals("count") && !key.equals(inSeconds ? "durationinsec" : "statintervalms")) {
      return null;
    }
    meant.add("limit");
    return "write limit: " + count + '/' + (inSeconds ? seconds + 's' : millis + "ms");
  }

  /** There the bucket holds the sum. */
  private static @Nullable String burst(String count, String more, Set<String> meant) {
    Decimal one = Decimal.parse(count);
    Decimal other = Decimal.parse(more);
    if (one == null || other == null || one.scale() > 0 || other.scale() > 0) {
      return null;
    }
    meant.add("burst");
    return "write burst: " + (one.digits() + other.digits()) + ", which is count + burstCount";
  }

  private static String text(String key, Node.Mapping flow) {
    for (Node.Member member : flow.members()) {
      if (ForeignKeys.plain(member.key().text()).equals(key)
          && member.value() instanceof Node.Scalar scalar) {
        return scalar.text();
      }
    }
    return "";
  }
}
