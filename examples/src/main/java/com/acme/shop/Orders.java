package com.acme.shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Orders and what was sold. */
final class Orders {

  /** An order for {@code quantity} pieces at {@code cents} in all. */
  record Order(long id, String sku, int quantity, long cents) {}

  private final DataSource dataSource;

  Orders(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** The order, or null if there is none of that number. */
  @Nullable Order find(long id) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT id, sku, quantity, cents FROM orders WHERE id = ?")) {
      select.setLong(1, id);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? new Order(row.getLong(1), row.getString(2), row.getInt(3), row.getLong(4))
            : null;
      }
    }
  }

  Order place(String sku, int quantity, long cents) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO orders (sku, quantity, cents) VALUES (?, ?, ?)",
                Statement.RETURN_GENERATED_KEYS)) {
      insert.setString(1, sku);
      insert.setInt(2, quantity);
      insert.setLong(3, cents);
      insert.executeUpdate();
      try (ResultSet key = insert.getGeneratedKeys()) {
        key.next();
        return new Order(key.getLong(1), sku, quantity, cents);
      }
    }
  }

  /** Cents sold, by product. Reads the whole table: the statement that hurts when it is popular. */
  Map<String, Long> salesBySku() throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement("SELECT sku, SUM(cents) FROM sales GROUP BY sku");
        ResultSet row = select.executeQuery()) {
      Map<String, Long> sales = new TreeMap<>();
      while (row.next()) {
        sales.put(row.getString(1), row.getLong(2));
      }
      return sales;
    }
  }
}
