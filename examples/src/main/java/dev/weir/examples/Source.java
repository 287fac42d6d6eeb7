package dev.weir.examples;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;

/**
 * Requests of one kind.
 *
 * @param perSecond how many, on average
 * @param sights what their responses tell
 */
record Source(HttpRequest request, double perSecond, List<Sight> sights) {

  /** About twice what each of the example's rules admits. */
  static List<Source> twiceTheLimits(URI shop) {
    Sight prices = Sight.byBody("prices", "\"price\":\"live\"", "\"price\":\"list\"");
    Sight other = Sight.always("other");
    return List.of(
        get(shop, "/orders/17", 200, Sight.byStatus("order-read", 200, 429)),
        post(shop, "/orders?sku=bell", 40, Sight.byStatus("checkout", 201, 503, "busy"), prices),
        get(shop, "/quotes/anvil", 80, prices, other),
        get(shop, "/reports/sales", 10, Sight.byStatus("sales", 200, 503, "WE429"), other),
        get(shop, "/recommendations/drum", 60, Sight.byBody("recommend", "\"", "[]"), other),
        get(shop, "/shipping/fr", 80, Sight.byBody("shipping", "carrier", "flat"), other),
        get(shop, "/products", 40, other),
        get(shop, "/health", 2));
  }

  private static Source get(URI shop, String path, double perSecond, Sight... sights) {
    HttpRequest request = HttpRequest.newBuilder(shop.resolve(path)).build();
    return new Source(request, perSecond, List.of(sights));
  }

  private static Source post(URI shop, String path, double perSecond, Sight... sights) {
    HttpRequest request =
        HttpRequest.newBuilder(shop.resolve(path)).POST(BodyPublishers.noBody()).build();
    return new Source(request, perSecond, List.of(sights));
  }
}
