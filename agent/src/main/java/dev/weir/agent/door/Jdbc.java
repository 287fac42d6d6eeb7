package dev.weir.agent.door;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of JDBC itself. The only class of the agent that names {@code java.sql}: it is
 * loaded with the first statement, so that a runtime without that module works.
 */
final class Jdbc {

  /** In a class that neither the standard nor a database uses; pools keep the connection. */
  private static final String SQL_STATE = "WE429";

  private final WeakIdentityMap<String> databases = new WeakIdentityMap<>();

  /** The database that a statement runs on; its URL is read once a connection. */
  String database(Object statement) {
    Connection connection;
    try {
      connection = ((Statement) statement).getConnection();
    } catch (SQLException | RuntimeException ignored) {
      return JdbcUrl.UNKNOWN; // closed: running it will say so
    }
    if (connection == null) {
      return JdbcUrl.UNKNOWN;
    }
    String known = databases.get(connection);
    if (known != null) {
      return known;
    }
    String database = JdbcUrl.database(url(connection));
    databases.put(connection, database);
    return database;
  }

  private static @Nullable String url(Connection connection) {
    try {
      DatabaseMetaData metaData = connection.getMetaData();
      return metaData == null ? null : metaData.getURL();
    } catch (SQLException | RuntimeException ignored) {
      return null; // the driver cannot say
    }
  }

  static boolean isPrepared(Object statement) {
    return statement instanceof PreparedStatement;
  }

  /** Of a {@code SQLException}, the SQLSTATE, or null. */
  static @Nullable String sqlState(Throwable thrown) {
    return ((SQLException) thrown).getSQLState();
  }

  static Throwable exception(Throwable blocked) {
    return new SQLTransientException(blocked.getMessage(), SQL_STATE, blocked);
  }
}
