package com.acme.shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What the shop sells. */
final class Catalogue {

  static final List<String> SKUS = List.of("anvil", "bell", "compass", "drum", "easel", "flute");

  /** Something that can be bought, with its list price in cents. */
  record Product(String sku, String name, long listPriceCents) {}

  private final DataSource dataSource;

  Catalogue(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  static long listPriceCents(String sku) {
    return 1000L + 250L * sku.length();
  }

  /** The product, or null if the shop does not sell it. */
  @Nullable Product find(String sku) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT sku, name, list_price FROM products WHERE sku = ?")) {
      select.setString(1, sku);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? product(row) : null;
      }
    }
  }

  List<Product> all() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement("SELECT sku, name, list_price FROM products ORDER BY sku");
        ResultSet row = select.executeQuery()) {
      List<Product> products = new ArrayList<>();
      while (row.next()) {
        products.add(product(row));
      }
      return products;
    }
  }

  private static Product product(ResultSet row) throws SQLException {
    return new Product(row.getString(1), row.getString(2), row.getLong(3));
  }
}
