package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlNameTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "SELECT * FROM orders | SELECT orders",
        "select id from Orders where x = 1 | SELECT orders",
        "SELECT * FROM shop.orders | SELECT orders",
        "SELECT * FROM a.b.orders o | SELECT orders",
        "SELECT * FROM shop..orders | SELECT orders",
        "SELECT * FROM shop . orders | SELECT orders",
        "SELECT * FROM \"Shop\".\"Orders\" | SELECT orders",
        "SELECT * FROM `shop`.`orders` | SELECT orders",
        "SELECT [from] FROM [dbo].[Orders] | SELECT orders",
        "SELECT*FROM\"orders\" | SELECT orders",
        "SELECT * FROM[orders] | SELECT orders",
        "SELECT \"from x\" FROM orders | SELECT orders",
        "SELECT * FROM orders@remote | SELECT orders",
        "SELECT * FROM #orders | SELECT #orders",
        "SELECT * FROM 2020_orders | SELECT 2020_orders",
        "SELECT * FROM été | SELECT été",
        "SELECT * FROM ONLY orders | SELECT orders",
        "SELECT * FROM ONLY (orders) | SELECT orders",
        "SELECT * FROM (orders o JOIN items i ON 1 = 1) | SELECT orders",
        "SELECT * FROM ((orders)) | SELECT orders",
        "SELECT * FROM {oj orders o LEFT OUTER JOIN items i ON 1 = 1} | SELECT orders",
        "SELECT * FROM orders (NOLOCK) | SELECT orders",
        "SELECT * FROM orders, items | SELECT orders",
        "SELECT a INTO b FROM orders | SELECT orders",
        "SELECT STRAIGHT_JOIN a FROM orders | SELECT orders",
        "SELECT DISTINCT a FROM orders | SELECT orders",
        "(SELECT a FROM orders) UNION (SELECT a FROM items) | SELECT orders",
        "((SELECT a FROM orders)) | SELECT orders",
        "; SELECT a FROM orders | SELECT orders",
        "SELECT (SELECT max(x) FROM items) FROM orders | SELECT items",
        "SELECT * FROM (SELECT * FROM orders) o | SELECT orders",
        "SELECT * FROM (SELECT * FROM (SELECT 1 FROM orders) a) b | SELECT orders",
        "SELECT * FROM LATERAL (SELECT * FROM orders) o | SELECT orders",
        "SELECT 1 WHERE EXISTS (SELECT 1 FROM orders) | SELECT orders",
        "SELECT EXTRACT(YEAR FROM created) FROM orders | SELECT orders",
        "SELECT TRIM(BOTH ' ' FROM name), SUBSTRING(x FROM 2 FOR 3) FROM orders | SELECT orders",
        "SELECT a IS NOT DISTINCT FROM b FROM orders | SELECT orders",
        "SELECT t.from FROM orders t | SELECT orders",
        "SELECT :from, a::date FROM orders | SELECT orders",
        "SELECT * FROM generate_series(1, 10) g JOIN orders o ON o.id = g | SELECT orders",
        "SELECT * FROM f(1, (2)), orders | SELECT orders",
        "SELECT * FROM (VALUES (1, 2), (3, 4)) v JOIN orders o ON 1 = 1 | SELECT orders",
        "SELECT * FROM dual JOIN orders ON 1 = 1 | SELECT orders",
        "SELECT tags[1], arr[2:3] FROM orders | SELECT orders",
        "SELECT ARRAY['a]b', 'c'] FROM orders | SELECT orders",
        "SELECT a #> '{x}' , b # 2 FROM orders | SELECT orders",
        "SELECT 'it''s from x' FROM orders | SELECT orders",
        "SELECT 'it\\'s from x' FROM orders | SELECT orders",
        "SELECT '\\', 'from x' FROM orders | SELECT orders",
        "SELECT E'it\\'s from x' FROM orders | SELECT orders",
        "SELECT q'[it's from x]', q'!a'b from y!' FROM orders | SELECT orders",
        "SELECT $$it's from x$$, $a$ from $$ y $a$ FROM orders | SELECT orders",
        "SELECT $1, N'from x' FROM orders WHERE a = $2 | SELECT orders",
        "SELECT 1.5, 1e5, 0xFF FROM orders | SELECT orders",
        "SELECT 1FROM orders | SELECT orders",
        "/* from x */ SELECT /*+ hint */ a -- from y | ",
        "/*!40001 SELECT */ SELECT /*!50000 SQL_NO_CACHE */ * FROM orders | SELECT orders",
        "/* a /* from b */ c */ SELECT a FROM orders | SELECT orders",
        "/* a /* b */ SELECT a FROM orders | SELECT orders",
        "SELECT a FROM/**/orders | SELECT orders",
        "INSERT INTO orders (a, b) VALUES (1, 2) | INSERT orders",
        "INSERT INTO orders SELECT * FROM items | INSERT orders",
        "INSERT INTO shop.\"Orders\"(a) VALUES (1) | INSERT orders",
        "insert orders values (1) | INSERT orders",
        "INSERT IGNORE INTO orders VALUES (1) | INSERT orders",
        "INSERT LOW_PRIORITY orders VALUES (1) | INSERT orders",
        "INSERT OR REPLACE INTO orders VALUES (1) | INSERT orders",
        "INSERT OVERWRITE TABLE orders SELECT 1 | INSERT orders",
        "INSERT TOP (10) INTO orders SELECT * FROM items | INSERT orders",
        "INSERT ALL INTO orders VALUES (1) INTO items VALUES (2) SELECT 1 FROM dual | INSERT orders",
        "INSERT FIRST WHEN a > 1 THEN INTO orders SELECT a FROM x | INSERT orders",
        "INSERT INTO (SELECT a FROM orders) VALUES (1) | INSERT orders",
        "REPLACE INTO orders VALUES (1) | INSERT orders",
        "UPDATE orders SET a = 1 | UPDATE orders",
        "UPDATE ONLY orders SET a = 1 | UPDATE orders",
        "UPDATE LOW_PRIORITY IGNORE orders SET a = 1 | UPDATE orders",
        "UPDATE OR IGNORE orders SET a = 1 | UPDATE orders",
        "UPDATE TOP (5) orders SET a = 1 | UPDATE orders",
        "UPDATE (SELECT a FROM orders) SET a = 1 | UPDATE orders",
        "DELETE FROM orders | DELETE orders",
        "DELETE orders WHERE a = 1 | DELETE orders",
        "DELETE FROM ONLY orders | DELETE orders",
        "DELETE QUICK FROM orders | DELETE orders",
        "DELETE TOP (3) FROM orders | DELETE orders",
        "DELETE o, i FROM orders o JOIN items i ON 1 = 1 | DELETE o",
        "MERGE INTO orders USING x ON (1 = 1) WHEN MATCHED THEN DELETE | MERGE orders",
        "MERGE orders AS o USING x ON 1 = 1 WHEN MATCHED THEN DELETE; | MERGE orders",
        "WITH x AS (SELECT * FROM orders) SELECT * FROM x | SELECT orders",
        "WITH x AS (SELECT 1) SELECT * FROM x JOIN orders o ON 1 = 1 | SELECT orders",
        "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT * FROM t, orders "
            + "| SELECT orders",
        "WITH a AS MATERIALIZED (SELECT 1), b (x, y) AS NOT MATERIALIZED (SELECT 1, 2 FROM a) "
            + "SELECT * FROM b CROSS JOIN orders | SELECT orders",
        "WITH x AS (SELECT id FROM items) INSERT INTO orders SELECT * FROM x | INSERT orders",
        "WITH x AS (SELECT id FROM items) UPDATE orders SET a = 1 | UPDATE orders",
        "WITH x AS (SELECT id FROM items) DELETE FROM orders | DELETE orders",
        "WITH x AS (DELETE FROM orders RETURNING *) SELECT * FROM x | SELECT orders",
        "WITH x AS (UPDATE orders SET a = 1 RETURNING *) SELECT * FROM x | SELECT orders",
        "WITH x AS (INSERT INTO orders VALUES (1) RETURNING *) SELECT * FROM x | SELECT orders",
        "WITH \"X\" AS (SELECT 1) SELECT * FROM x, orders | SELECT orders",
        ";WITH x AS (SELECT a FROM orders) SELECT * FROM x | SELECT orders",
        "CALL reprice(1) | CALL reprice",
        "{call reprice(?)} | CALL reprice",
        "{ ? = call shop.prices.reprice(?, ?) } | CALL reprice",
        "{?=call [dbo].[Reprice](?)} | CALL reprice",
        "call \"Reprice\" | CALL reprice",
      })
  void isOfVerbAndFirstTable(String sql, String expected) {
    assertThat(named(sql)).isEqualTo(expected == null ? "" : expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ";",
        "SELECT 1",
        "SELECT 1 FROM DUAL",
        "SELECT 1 FROM SYSIBM.SYSDUMMY1",
        "SELECT 1 FROM RDB$DATABASE",
        "SELECT nextval('orders')",
        "SELECT * FROM generate_series(1, 10)",
        "SELECT EXTRACT(YEAR FROM now())",
        "SELECT 'a' FROM",
        "SELECT * FROM (",
        "VALUES (1)",
        "CALL 1",
        "COMMIT",
        "ROLLBACK TO SAVEPOINT orders",
        "SET search_path TO orders",
        "SET NOCOUNT ON; DELETE FROM orders",
        "BEGIN",
        "SAVEPOINT x",
        "SHOW TABLES FROM orders",
        "EXPLAIN SELECT * FROM orders",
        "CREATE TABLE x AS SELECT * FROM orders",
        "DROP TABLE orders",
        "TRUNCATE TABLE orders",
        "LOCK TABLE orders",
        "GRANT SELECT ON orders TO x",
        "-- SELECT * FROM orders",
        "/* SELECT * FROM orders",
        "# SELECT * FROM orders",
        "'SELECT * FROM orders'",
        "INSERT",
        "INSERT INTO",
        "INSERT ALL",
        "UPDATE",
        "DELETE FROM",
        "MERGE INTO (",
        "WITH",
        "WITH x",
        "WITH x AS (SELECT * FROM orders)",
        "{call",
        "{?=}",
        "\\",
        "SELECT * FROM \"\"",
        "\u0000",
      })
  void isNoneWithoutVerbOrTable(String sql) {
    assertThat(named(sql)).isEmpty();
  }

  @Test
  void seesCommentsOfMySqlAtTheStartOfALine() {
    assertThat(named("# from x\nSELECT a\n# from y\nFROM orders")).isEqualTo("SELECT orders");
  }

  @Test
  void endsLineCommentsAtTheLine() {
    assertThat(named("-- it's\nSELECT a -- from x\r\nFROM -- y\n orders"))
        .isEqualTo("SELECT orders");
  }

  @Test
  void cutsNamesThatNoDatabaseWouldTake() {
    assertThat(named("SELECT * FROM " + "x".repeat(1_000_000)))
        .isEqualTo("SELECT " + "x".repeat(128));
  }

  @Test
  @Timeout(20)
  void takesTimeLinearInTheText() {
    String[] parts = {
      "(",
      ")",
      "'",
      "\"",
      "`",
      "[",
      "[a",
      "$a$",
      "$",
      "/*",
      "*/",
      "/* */",
      "--\n",
      "#\n",
      "\\'",
      "a.",
      ".",
      ",",
      "q'",
      "{",
      ":",
      "from ",
      "select ",
      "from (",
      "from f(",
      "with a as (",
      "a, ",
      "(select ",
      "from select ",
      "join ",
      "1 ",
      "/*!",
      "from/*x*/",
      "(insert "
    };
    for (String part : parts) {
      for (String before : new String[] {"", "select a ", "with x as ("}) {
        String sql = before + part.repeat(200_000 / part.length());

        assertThat(Duration.ofNanos(nanosToName(sql)))
            .as(before + part)
            .isLessThan(Duration.ofSeconds(1));
      }
    }
  }

  private static long nanosToName(String sql) {
    long start = System.nanoTime();
    SqlName.of(sql);
    return System.nanoTime() - start;
  }

  @Test
  void takesAnyText() {
    String[] parts = {
      "select", "from", "(", ")", "'", "\"", "[", "]", "$$", "/*", "*/", "--", "\n", "#", "\\", "a",
      ".", ",", "q'", "{", "}", "?", "=", ":", "with", "as", "insert", "into", "update", "delete",
      "merge", "call", "join", "only", "top", "all", " ", " ", " ", "1", "\uD800", "\u0000", ";"
    };
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      StringBuilder sql = new StringBuilder();
      for (int i = random.nextInt(25); i > 0; i--) {
        sql.append(parts[random.nextInt(parts.length)]).append(random.nextBoolean() ? " " : "");
      }
      try {
        SqlName name = SqlName.of(sql.toString());
        assertThat(name == null || !name.table().isEmpty()).isTrue();
      } catch (RuntimeException | AssertionError failure) {
        throw new AssertionError("seed " + seed + ": " + sql, failure);
      }
    }
  }

  private static String named(String sql) {
    SqlName name = SqlName.of(sql);
    return name == null ? "" : name.verb() + ' ' + name.table();
  }
}
