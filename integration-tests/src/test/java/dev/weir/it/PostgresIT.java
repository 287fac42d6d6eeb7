package dev.weir.it;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;

/** A real PostgreSQL, through HikariCP. */
class PostgresIT extends JdbcContract {

  private @Nullable EmbeddedPostgres postgres;

  @Override
  boolean pooled() {
    return true;
  }

  @Override
  String url() throws IOException, SQLException {
    EmbeddedPostgres started = EmbeddedPostgres.start();
    postgres = started;
    try (Connection connection = started.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database shop");
    }
    return started.getJdbcUrl("postgres", "shop");
  }

  @Override
  String[] procedure() {
    return new String[] {"create procedure touch() language sql as 'select 1'", "call touch()"};
  }

  @AfterAll
  void stop() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }
}
