package com.acme.shop;

import java.sql.SQLException;
import java.util.StringJoiner;

/** {@code GET /reports/sales}: cents sold by product. */
final class SalesServlet extends JsonServlet {

  private static final long serialVersionUID = 1L;

  private final transient Orders orders;

  SalesServlet(Orders orders) {
    this.orders = orders;
  }

  @Override
  String get(String argument) throws SQLException {
    StringJoiner json = new StringJoiner(",", "{", "}");
    orders.salesBySku().forEach((sku, cents) -> json.add("\"" + sku + "\":" + cents));
    return json.toString();
  }
}
