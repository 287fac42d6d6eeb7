package com.acme.shop;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks the price service. Falls back to the list price when that does not answer. */
final class PriceClient {

  /** A price in cents, and where it is from: {@code live} or {@code list}. */
  record Price(long cents, String source) {}

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final URI service;

  PriceClient(URI service) {
    this.service = service;
  }

  Price priceOf(Catalogue.Product product) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve("/prices/" + product.sku()))
            .timeout(Duration.ofSeconds(10))
            .build();
    try {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() == 200) {
        return new Price(Long.parseLong(response.body()), "live");
      }
    } catch (IOException unavailable) {
      // Written long before anyone thought of limits: without the service, the list price holds.
    }
    return new Price(product.listPriceCents(), "list");
  }
}
