package com.acme.shop;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The shop's database: H2 in memory behind a connection pool, with a few products and orders. */
final class Database implements AutoCloseable {

  /** Orders 1 to this one exist at start. */
  static final int SEEDED_ORDERS = 1000;

  private final HikariDataSource pool;

  private Database(HikariDataSource pool) {
    this.pool = pool;
  }

  static Database open() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setPoolName("shop");
    config.setJdbcUrl("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
    config.setMaximumPoolSize(8);
    config.setConnectionTimeout(10_000);
    Database database = new Database(new HikariDataSource(config));
    database.createTables();
    database.seed();
    return database;
  }

  DataSource dataSource() {
    return pool;
  }

  @Override
  public void close() {
    pool.close();
  }

  private void createTables() throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE products (sku VARCHAR PRIMARY KEY, name VARCHAR, list_price BIGINT)");
      statement.execute(
          "CREATE TABLE orders (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
              + " sku VARCHAR, quantity INT, cents BIGINT)");
      statement.execute(
          "CREATE TABLE sales (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
              + " sku VARCHAR, cents BIGINT)");
    }
  }

  private void seed() throws SQLException {
    try (Connection connection = pool.getConnection()) {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO products VALUES (?, ?, ?)")) {
        for (String sku : Catalogue.SKUS) {
          insert.setString(1, sku);
          insert.setString(2, "The " + sku);
          insert.setLong(3, Catalogue.listPriceCents(sku));
          insert.addBatch();
        }
        insert.executeBatch();
      }
      seed(connection, "INSERT INTO orders (sku, quantity, cents) VALUES (?, 1, ?)");
      seed(connection, "INSERT INTO sales (sku, cents) VALUES (?, ?)");
    }
  }

  private static void seed(Connection connection, String sql) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (int i = 0; i < SEEDED_ORDERS; i++) {
        String sku = Catalogue.SKUS.get(i % Catalogue.SKUS.size());
        insert.setString(1, sku);
        insert.setLong(2, Catalogue.listPriceCents(sku));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }
}
