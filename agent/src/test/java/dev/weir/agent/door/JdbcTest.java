package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.bridge.BlockedException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.BatchUpdateException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The driver and the pools live in a loader of their own, as they do beside the agent. */
class JdbcTest {

  private static final String URL_OF_SHOP = "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1";

  @RegisterExtension final Woven woven = new Woven();

  private ClientGuard guard;
  private Connection connection;

  @BeforeEach
  void connect() throws Exception {
    guard = woven.guard();
    connection = open(Source.DRIVER, Application.LOADER);
    fill(connection);
  }

  private static void fill(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP ALL OBJECTS");
      statement.execute("CREATE TABLE orders (id INT PRIMARY KEY, name VARCHAR(20))");
      statement.execute("CREATE TABLE items (id INT)");
      statement.execute("INSERT INTO orders VALUES (1, 'one'), (2, 'two')");
      statement.execute("CREATE ALIAS twice AS 'int twice(int i) { return 2 * i; }'");
      statement.execute(
          "CREATE ALIAS nested AS 'int nested(java.sql.Connection c) throws java.sql.SQLException {"
              + " return c.createStatement().executeUpdate(\"INSERT INTO items VALUES (1)\"); }'");
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static final class Application {
    static final ClassLoader LOADER = loader();

    static URLClassLoader loader() {
      List<URL> urls = new ArrayList<>();
      for (String name :
          List.of(
              "org.h2.Driver",
              "com.zaxxer.hikari.HikariDataSource",
              "org.apache.commons.dbcp2.BasicDataSource",
              "org.apache.commons.pool2.ObjectPool",
              "org.apache.commons.logging.LogFactory",
              "org.apache.tomcat.jdbc.pool.DataSource",
              "org.apache.juli.logging.LogFactory",
              "org.slf4j.LoggerFactory")) {
        try {
          urls.add(
              Class.forName(name, false, JdbcTest.class.getClassLoader())
                  .getProtectionDomain()
                  .getCodeSource()
                  .getLocation());
        } catch (ClassNotFoundException missing) {
          throw new IllegalStateException(missing);
        }
      }
      return new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }
  }

  enum Source {
    DRIVER(""),
    HIKARI("com.zaxxer.hikari.HikariDataSource"),
    DBCP("org.apache.commons.dbcp2.BasicDataSource"),
    TOMCAT("org.apache.tomcat.jdbc.pool.DataSource");

    final String dataSource;

    Source(String dataSource) {
      this.dataSource = dataSource;
    }
  }

  private static Connection open(Source source, ClassLoader loader) throws Exception {
    if (source == Source.DRIVER) {
      Driver driver =
          (Driver) loader.loadClass("org.h2.Driver").getDeclaredConstructor().newInstance();
      return driver.connect(URL_OF_SHOP, new Properties());
    }
    return pool(source, loader).getConnection();
  }

  private static DataSource pool(Source source, ClassLoader loader) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      Class<?> type = loader.loadClass(source.dataSource);
      Object pool = type.getDeclaredConstructor().newInstance();
      String url = source == Source.HIKARI ? "setJdbcUrl" : "setUrl";
      type.getMethod(url, String.class).invoke(pool, URL_OF_SHOP);
      type.getMethod("setDriverClassName", String.class).invoke(pool, "org.h2.Driver");
      if (source == Source.DBCP) {
        type.getMethod("setPoolPreparedStatements", boolean.class).invoke(pool, true);
      }
      DataSource dataSource = (DataSource) pool;
      dataSource.getConnection().close();
      return dataSource;
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static void closePool(DataSource pool) throws Exception {
    ((AutoCloseable) (pool instanceof AutoCloseable ? pool : (AutoCloseable) () -> {})).close();
  }

  /** Executes by every method of the three statement types: how many calls that makes. */
  private static int executeAll(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT * FROM orders");
      statement.execute("UPDATE orders SET name = 'x'", Statement.NO_GENERATED_KEYS);
      statement.execute("UPDATE orders SET name = 'x'", new int[] {1});
      statement.execute("UPDATE orders SET name = 'x'", new String[] {"ID"});
      statement.executeQuery("SELECT * FROM orders").close();
      statement.executeUpdate("UPDATE orders SET name = 'x'");
      statement.executeUpdate("UPDATE orders SET name = 'x'", Statement.NO_GENERATED_KEYS);
      statement.executeUpdate("UPDATE orders SET name = 'x'", new int[] {1});
      statement.executeUpdate("UPDATE orders SET name = 'x'", new String[] {"ID"});
      statement.executeLargeUpdate("UPDATE orders SET name = 'x'");
      statement.addBatch("UPDATE orders SET name = 'x'");
      statement.addBatch("UPDATE orders SET name = 'y'");
      statement.executeBatch();
    }
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT * FROM orders WHERE id = ?")) {
      statement.setInt(1, 1);
      statement.execute();
      statement.executeQuery().close();
    }
    try (PreparedStatement statement =
        connection.prepareStatement("UPDATE orders SET name = ? WHERE id = 1")) {
      statement.setString(1, "x");
      statement.executeUpdate();
      statement.executeLargeUpdate();
      statement.addBatch();
      statement.setString(1, "y");
      statement.addBatch();
      statement.executeBatch();
      statement.addBatch();
      statement.executeLargeBatch();
    }
    try (CallableStatement statement = connection.prepareCall("{call twice(?)}")) {
      statement.setInt(1, 1);
      statement.execute();
      statement.executeQuery().close();
    }
    return 19;
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void countsEachExecutionOnceThroughWhateverPool(Source source) throws Exception {
    guard.limit("sql:shop *", 1000);

    try (Connection through = open(source, Application.LOADER)) {
      int calls = executeAll(through);

      assertThat(guard.admitted).hasValue(calls);
      assertThat(guard.ends).hasSize(calls).containsOnly("0");
    }
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void refusesWhateverPoolItComesThrough(Source source) throws Exception {
    guard
        .limit("sql:shop SELECT orders", 0)
        .limit("sql:shop UPDATE orders", 0)
        .limit("sql:shop CALL twice", 0);

    try (Connection through = open(source, Application.LOADER);
        Statement statement = through.createStatement();
        PreparedStatement select = through.prepareStatement("SELECT * FROM orders");
        PreparedStatement update = through.prepareStatement("UPDATE orders SET name = 'x'");
        CallableStatement call = through.prepareCall("{call twice(1)}")) {
      update.addBatch();
      assertRefused("sql:shop SELECT orders", () -> statement.executeQuery("SELECT 1 FROM Orders"));
      assertRefused("sql:shop SELECT orders", () -> statement.execute("SELECT 1 FROM orders"));
      assertRefused("sql:shop SELECT orders", select::executeQuery);
      assertRefused("sql:shop UPDATE orders", update::executeUpdate);
      assertRefused("sql:shop UPDATE orders", update::executeLargeUpdate);
      assertRefused("sql:shop UPDATE orders", update::executeBatch);
      assertRefused("sql:shop CALL twice", call::execute);

      // the connection is as good as before
      statement.executeUpdate("INSERT INTO items VALUES (1)");
    }
    assertThat(guard.admitted).hasValue(0);
    assertThat(guard.ends).isEmpty();
  }

  private interface Execution {
    Object run() throws SQLException;
  }

  private static void assertRefused(String resource, Execution execution) {
    Throwable thrown = catchThrowable(execution::run);
    assertThat(thrown)
        .isExactlyInstanceOf(SQLTransientException.class)
        .hasMessageContaining(resource);
    assertThat(((SQLException) thrown).getSQLState()).isEqualTo("WE429");
    assertThat(thrown.getCause()).isInstanceOf(BlockedException.class);
  }

  @Test
  void neverRefusesWhatKeepsAConnectionGoing() throws Exception {
    guard.limit("sql:*", 0);

    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET LOCK_TIMEOUT 1000");
      statement.execute("SELECT 1");
      statement.execute("SELECT 1 FROM DUAL");
      statement.execute("COMMIT");
      statement.execute("ROLLBACK");
      statement.execute("CREATE TABLE more (id INT)");
    }
    connection.commit();
    connection.rollback();
    assertThat(connection.isValid(1)).isTrue();
    connection.getMetaData().getTables(null, null, "%", null).close();
    connection.getCatalog();
    connection.setAutoCommit(true);

    assertThat(guard.refused).hasValue(0);
  }

  @Test
  void aBatchIsNamedByItsFirstStatementAndCountsOnce() throws Exception {
    guard.limit("sql:shop INSERT orders", 1000).limit("sql:shop INSERT items", 0);

    try (Statement statement = connection.createStatement()) {
      statement.addBatch("INSERT INTO orders VALUES (3, 'three')");
      statement.addBatch("INSERT INTO items VALUES (3)");
      assertThat(statement.executeBatch()).containsExactly(1, 1);
      assertThat(guard.admitted).hasValue(1);

      statement.addBatch("INSERT INTO items VALUES (4)");
      assertRefused("sql:shop INSERT items", statement::executeBatch);

      statement.clearBatch();
      statement.addBatch("INSERT INTO orders VALUES (4, 'four')");
      statement.executeBatch();
      assertThat(guard.admitted).hasValue(2);
    }
  }

  @Test
  void aRefusedBatchIsLeftAsItWas() throws Exception {
    guard.limit("sql:shop INSERT items", 1);

    try (PreparedStatement statement = connection.prepareStatement("INSERT INTO items VALUES (?)");
        Statement plain = connection.createStatement()) {
      statement.setInt(1, 7);
      statement.addBatch();
      plain.addBatch("INSERT INTO items VALUES (8)");
      plain.executeBatch();
      plain.addBatch("INSERT INTO items VALUES (9)");
      assertRefused("sql:shop INSERT items", statement::executeBatch);
      assertRefused("sql:shop INSERT items", plain::executeBatch);
      assertRefused("sql:shop INSERT items", plain::executeBatch);

      dev.weir.bridge.Bridge.install(null);
      assertThat(statement.executeBatch()).containsExactly(1);
      assertThat(plain.executeBatch()).containsExactly(1);
    }
  }

  @Test
  void anExecutionInsideAGuardedOneIsPartOfIt() throws Exception {
    guard.limit("sql:*", 1000);

    try (PreparedStatement statement = connection.prepareStatement("CALL nested()")) {
      statement.execute();
    }

    assertThat(guard.admitted).hasValue(1);

    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT * FROM items").close();
    }

    assertThat(guard.admitted).hasValue(2);
  }

  @Test
  void tellsWhatTheDriverThrew() throws Exception {
    guard.limit("sql:*", 1000);

    try (Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute("INSERT INTO orders VALUES (1, 'again')"))
          .isInstanceOf(SQLException.class);
      statement.addBatch("INSERT INTO orders VALUES (1, 'again')");
      assertThatThrownBy(statement::executeBatch).isInstanceOf(BatchUpdateException.class);
      statement.executeQuery("SELECT * FROM orders").close();
    }

    assertThat(guard.ends).hasSize(3).last().isEqualTo("0");
    assertThat(guard.ends).element(0).asString().endsWith("Exception");
  }

  /** Drivers empty a batch that fails: what is added next is another batch. */
  @Test
  void aBatchThatFailedLeavesNoNameToTheNext() throws Exception {
    guard.limit("sql:shop DELETE items", 0);

    try (Statement statement = connection.createStatement()) {
      statement.addBatch("INSERT INTO orders VALUES (1, 'again')");
      assertThatThrownBy(statement::executeBatch).isInstanceOf(BatchUpdateException.class);
      statement.addBatch("DELETE FROM items");
      assertRefused("sql:shop DELETE items", statement::executeBatch);
    }
  }

  @Test
  void aClosedStatementFailsAsItDoes() throws Exception {
    guard.limit("sql:shop *", 0);
    Statement statement = connection.createStatement();
    PreparedStatement prepared = connection.prepareStatement("SELECT * FROM orders");
    statement.close();
    prepared.close();

    assertThatThrownBy(() -> statement.execute("SELECT * FROM orders"))
        .isInstanceOf(SQLException.class)
        .isNotInstanceOf(SQLTransientException.class);
    assertThatThrownBy(prepared::execute).isNotInstanceOf(SQLTransientException.class);
    assertThatThrownBy(() -> connection.createStatement().execute(noText()))
        .isInstanceOf(SQLException.class);
  }

  @SuppressWarnings("NullAway")
  private static String noText() {
    return null;
  }

  @Test
  void aStatementPreparedBeforeThereWereRulesIsFoundOncePreparedAgain() throws Exception {
    try (PreparedStatement before = connection.prepareStatement("SELECT * FROM orders")) {
      guard.limit("sql:shop SELECT orders", 0);

      before.executeQuery().close();
      try (PreparedStatement after = connection.prepareStatement("SELECT * FROM orders")) {
        assertRefused("sql:shop SELECT orders", after::executeQuery);
      }
    }
  }

  @Test
  void throwsWhatTheRuleNames() throws Exception {
    guard.limit("sql:shop SELECT *", 0, ClientGuard.throwing("java.sql.SQLTimeoutException"));
    guard.limit("sql:shop UPDATE *", 0, ClientGuard.throwing("com.acme.Missing"));

    try (Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute("SELECT * FROM orders"))
          .isExactlyInstanceOf(java.sql.SQLTimeoutException.class)
          .hasRootCauseInstanceOf(BlockedException.class);
      assertRefused("sql:shop UPDATE orders", () -> statement.execute("UPDATE orders SET id = 1"));
    }
    assertThat(guard.log()).contains("com.acme.Missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sql", "sqlText", "enterSql", "enter", "exitSql", "exit"})
  void goesOnWhereWeirFails(String method) throws Exception {
    guard.limit("sql:*", 1000);
    guard.failing = method;

    executeAll(connection);
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT name FROM orders WHERE id = 1")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getString(1)).isEqualTo("y");
    }

    assertThat(guard.failures).isNotEmpty();
    guard.failing = "";
    guard.failures.clear();
    int before = guard.admitted.get();
    int calls = executeAll(connection);
    assertThat(guard.admitted.get() - before).as("calls once Weir is well again").isEqualTo(calls);
  }

  @Test
  void goesOnWhereWeirCannotAnswer() throws Exception {
    guard.limit("sql:*", 0);
    guard.failing = "answerSql";

    executeAll(connection);

    assertThat(guard.failures).isNotEmpty();
  }

  @Test
  void keepsNoStatementOrConnectionAlive() throws Exception {
    guard.limit("sql:*", 100_000);
    URLClassLoader loader = Application.loader();
    List<WeakReference<Object>> gone = new ArrayList<>();
    for (Source source : new Source[] {Source.HIKARI, Source.DBCP}) {
      DataSource pool = pool(source, loader);
      try (Connection through = pool.getConnection()) {
        fill(through);
        executeAll(through);
        PreparedStatement statement = through.prepareStatement("SELECT * FROM orders");
        statement.execute();
        gone.add(new WeakReference<>(statement));
        gone.add(new WeakReference<>(through));
      }
      closePool(pool);
    }

    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              System.gc();
              return gone.stream().allMatch(reference -> reference.refersTo(null));
            });
  }
}
