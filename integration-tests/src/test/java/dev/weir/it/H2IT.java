package dev.weir.it;

/** An embedded database: its statements run in the application's own JVM, where it calls itself. */
class H2IT extends JdbcContract {

  @Override
  boolean pooled() {
    return false;
  }

  @Override
  String url() {
    return "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1";
  }

  @Override
  String[] procedure() {
    return new String[] {
      "create alias touch for \"com.acme.app.PriceService.sum\"", "{call touch(1, 2, 3.0, true)}"
    };
  }
}
