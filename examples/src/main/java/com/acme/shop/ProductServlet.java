package com.acme.shop;

import java.sql.SQLException;
import java.util.StringJoiner;

/** {@code GET /products}: everything the shop sells. */
final class ProductServlet extends JsonServlet {

  private static final long serialVersionUID = 1L;

  private final transient Catalogue catalogue;

  ProductServlet(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  @Override
  String get(String argument) throws SQLException {
    StringJoiner json = new StringJoiner(",", "[", "]");
    for (Catalogue.Product product : catalogue.all()) {
      json.add(
          "{\"sku\":\"" + product.sku() + "\",\"listPrice\":" + product.listPriceCents() + "}");
    }
    return json.toString();
  }
}
