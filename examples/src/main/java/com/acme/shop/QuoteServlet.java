package com.acme.shop;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** {@code GET /quotes/{sku}}: today's price, or the list price. */
final class QuoteServlet extends JsonServlet {

  private static final long serialVersionUID = 1L;

  private final transient Catalogue catalogue;
  private final transient PriceClient prices;

  QuoteServlet(Catalogue catalogue, PriceClient prices) {
    this.catalogue = catalogue;
    this.prices = prices;
  }

  @Override
  @Nullable String get(String argument) throws SQLException, InterruptedException {
    Catalogue.Product product = catalogue.find(argument);
    if (product == null) {
      return null;
    }
    PriceClient.Price price = prices.priceOf(product);
    return "{\"sku\":\""
        + product.sku()
        + "\",\"cents\":"
        + price.cents()
        + ",\"price\":\""
        + price.source()
        + "\"}";
  }
}
