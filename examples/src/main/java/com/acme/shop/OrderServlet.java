package com.acme.shop;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** {@code GET /orders/{id}} and {@code POST /orders?sku=…&quantity=…}. */
final class OrderServlet extends JsonServlet {

  private static final long serialVersionUID = 1L;

  private final transient Orders orders;
  private final transient Catalogue catalogue;
  private final transient PriceClient prices;

  OrderServlet(Orders orders, Catalogue catalogue, PriceClient prices) {
    this.orders = orders;
    this.catalogue = catalogue;
    this.prices = prices;
  }

  @Override
  @Nullable String get(String argument) throws SQLException {
    if (!argument.matches("\\d{1,18}")) {
      return null;
    }
    Orders.Order order = orders.find(Long.parseLong(argument));
    return order == null ? null : json(order, "");
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      place(request, response);
    } catch (SQLException failure) {
      write(response, failure);
    } catch (NumberFormatException malformed) {
      write(response, 400, "{\"error\":\"quantity must be a number\"}");
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      write(response, 503, "{\"error\":\"stopping\"}");
    }
  }

  private void place(HttpServletRequest request, HttpServletResponse response)
      throws SQLException, InterruptedException, IOException {
    String sku = request.getParameter("sku");
    String quantity = request.getParameter("quantity");
    Catalogue.Product product = sku == null ? null : catalogue.find(sku);
    if (product == null) {
      write(response, 400, "{\"error\":\"sku must name a product\"}");
      return;
    }
    int pieces = quantity == null ? 1 : Integer.parseInt(quantity);
    PriceClient.Price price = prices.priceOf(product);
    Orders.Order order = orders.place(product.sku(), pieces, pieces * price.cents());
    write(response, 201, json(order, ",\"price\":\"" + price.source() + "\""));
  }

  private static String json(Orders.Order order, String more) {
    return "{\"id\":"
        + order.id()
        + ",\"sku\":\""
        + order.sku()
        + "\",\"quantity\":"
        + order.quantity()
        + ",\"cents\":"
        + order.cents()
        + more
        + "}";
  }
}
