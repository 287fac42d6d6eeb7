package com.acme.app;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;

/** Talks to a database, through a pool or not, in each of JDBC's ways. */
public final class JdbcCommands implements Commands {

  private HikariDataSource pool;
  private String url = "";

  @Override
  public synchronized Map<String, String> run(String command, String[] arguments) throws Exception {
    try {
      return switch (command) {
        case "open" -> open(arguments[0]);
        case "pool" -> pool(arguments[0]);
        case "close" -> close();
        default -> connected(command, arguments);
      };
    } catch (SQLException e) {
      Map<String, String> outcome = Outcome.thrown(e);
      outcome.put("sqlState", String.valueOf(e.getSQLState()));
      outcome.put("errorCode", String.valueOf(e.getErrorCode()));
      return outcome;
    }
  }

  private Map<String, String> open(String jdbcUrl) {
    url = jdbcUrl;
    return Outcome.value("open");
  }

  private Map<String, String> pool(String jdbcUrl) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(jdbcUrl);
    config.setMaximumPoolSize(4);
    pool = new HikariDataSource(config);
    return Outcome.value("pooled");
  }

  private Map<String, String> close() {
    if (pool != null) {
      pool.close();
      pool = null;
    }
    return Outcome.value("closed");
  }

  private Map<String, String> connected(String command, String[] arguments) throws SQLException {
    try (Connection connection =
        pool == null ? DriverManager.getConnection(url) : pool.getConnection()) {
      String sql = arguments.length == 0 ? "" : arguments[0];
      return switch (command) {
        case "execute" -> execute(connection, sql);
        case "query" -> query(connection, sql);
        case "update" -> update(connection, sql);
        case "prepared" -> prepared(connection, sql);
        case "preparedUpdate" -> preparedUpdate(connection, sql, arguments[1]);
        case "preparedTwice" -> preparedTwice(connection, sql);
        case "callable" -> callable(connection, sql);
        case "batch" -> batch(connection, arguments);
        case "preparedBatch" -> preparedBatch(connection, sql);
        case "generatedKeys" -> generatedKeys(connection, sql);
        case "isValid" -> Outcome.value(connection.isValid(1));
        case "transaction" -> transaction(connection, sql);
        case "wasClosed" -> wasClosed(connection, sql);
        default -> throw new IllegalArgumentException(command);
      };
    }
  }

  private static Map<String, String> execute(Connection connection, String sql)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return Outcome.value(statement.execute(sql));
    }
  }

  private static Map<String, String> query(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      return Outcome.value(first(rows));
    }
  }

  private static Map<String, String> update(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return Outcome.value(statement.executeUpdate(sql));
    }
  }

  private static Map<String, String> prepared(Connection connection, String sql)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      return Outcome.value(first(rows));
    }
  }

  private static Map<String, String> preparedUpdate(
      Connection connection, String sql, String parameter) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, parameter);
      return Outcome.value(statement.executeUpdate());
    }
  }

  /** A prepared statement that was refused once still works. */
  private static Map<String, String> preparedTwice(Connection connection, String sql)
      throws SQLException {
    StringBuilder said = new StringBuilder();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < 2; i++) {
        try (ResultSet rows = statement.executeQuery()) {
          said.append(first(rows)).append(';');
        } catch (SQLException e) {
          said.append(e.getSQLState()).append(';');
        }
      }
    }
    return Outcome.value(said.toString());
  }

  private static Map<String, String> callable(Connection connection, String sql)
      throws SQLException {
    try (CallableStatement statement = connection.prepareCall(sql)) {
      return Outcome.value(statement.execute());
    }
  }

  private static Map<String, String> batch(Connection connection, String[] statements)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.addBatch(sql);
      }
      return Outcome.value(Arrays.toString(statement.executeBatch()));
    }
  }

  private static Map<String, String> preparedBatch(Connection connection, String sql)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (String parameter : new String[] {"x", "y", "z"}) {
        statement.setString(1, parameter);
        statement.addBatch();
      }
      return Outcome.value(Arrays.toString(statement.executeBatch()));
    }
  }

  private static Map<String, String> generatedKeys(Connection connection, String sql)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS);
      try (ResultSet keys = statement.getGeneratedKeys()) {
        return Outcome.value(keys.next());
      }
    }
  }

  private static Map<String, String> transaction(Connection connection, String sql)
      throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
      connection.rollback();
      int changed = statement.executeUpdate(sql);
      connection.commit();
      return Outcome.value(changed);
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /** A refusal must not make the pool throw its connection away. */
  private static Map<String, String> wasClosed(Connection connection, String sql)
      throws SQLException {
    String state = "";
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery(sql).close();
    } catch (SQLException e) {
      state = e.getSQLState();
    }
    return Outcome.value(state + " " + connection.isClosed() + " " + connection.isValid(1));
  }

  private static String first(ResultSet rows) throws SQLException {
    return rows.next() ? rows.getString(1) : "";
  }
}
