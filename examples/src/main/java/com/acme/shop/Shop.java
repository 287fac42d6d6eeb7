package com.acme.shop;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.http.fileupload.FileUtils;

/**
 * The shop service: servlets on an embedded Tomcat, orders in an embedded database, prices from a
 * price service of its own.
 *
 * <p>Listens on the loopback interface only, on the port that the system property {@code shop.port}
 * or else the environment variable {@code SHOP_PORT} names; 8080 if neither does, a free one for 0.
 */
public final class Shop implements AutoCloseable {

  private static final String LOOPBACK = "127.0.0.1";

  private final PriceService prices;
  private final Database database;
  private final Tomcat tomcat;
  private final Path workingDirectory;

  private Shop(int port) throws IOException, SQLException, LifecycleException {
    prices = PriceService.start();
    database = Database.open();
    workingDirectory = Files.createTempDirectory("shop-tomcat");
    tomcat = tomcat(port);
    addServlets(tomcat.addContext("", null));
    try {
      tomcat.start();
    } catch (LifecycleException failure) {
      close();
      throw failure;
    }
  }

  public static void main(String[] args) {
    Shop shop;
    try {
      shop = new Shop(configuredPort());
    } catch (IOException | SQLException | LifecycleException failure) {
      Throwable cause = failure.getCause() == null ? failure : failure.getCause();
      System.err.println("Shop did not start on port " + configuredPort() + ": " + cause);
      System.exit(1);
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(shop::close, "shop-stop"));
    System.out.println("Shop is listening on " + shop.uri());
    shop.tomcat.getServer().await();
  }

  private static int configuredPort() {
    String port = System.getProperty("shop.port", System.getenv("SHOP_PORT"));
    return port == null ? 8080 : Integer.parseInt(port);
  }

  private Tomcat tomcat(int port) {
    Tomcat server = new Tomcat();
    server.setBaseDir(workingDirectory.toString());
    Connector connector = new Connector();
    connector.setPort(port);
    connector.setProperty("address", LOOPBACK);
    connector.setThrowOnFailure(true);
    server.setConnector(connector);
    return server;
  }

  private void addServlets(Context context) {
    PriceClient priceClient = new PriceClient(prices.uri());
    Catalogue catalogue = new Catalogue(database.dataSource());
    Orders orders = new Orders(database.dataSource());
    add(
        context,
        "orders",
        new OrderServlet(orders, catalogue, priceClient),
        "/orders",
        "/orders/*");
    add(context, "quotes", new QuoteServlet(catalogue, priceClient), "/quotes/*");
    add(context, "products", new ProductServlet(catalogue), "/products");
    add(context, "sales", new SalesServlet(orders), "/reports/sales");
    add(context, "recommendations", new RecommendationServlet(), "/recommendations/*");
    add(context, "shipping", new ShippingServlet(), "/shipping/*");
    add(context, "health", new HealthServlet(), "/health");
  }

  private static void add(Context context, String name, JsonServlet servlet, String... paths) {
    Tomcat.addServlet(context, name, servlet);
    for (String path : paths) {
      context.addServletMappingDecoded(path, name);
    }
  }

  private URI uri() {
    return URI.create("http://" + LOOPBACK + ":" + tomcat.getConnector().getLocalPort());
  }

  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
      FileUtils.deleteDirectory(workingDirectory.toFile());
    } catch (LifecycleException | IOException failure) {
      System.err.println("Shop did not stop cleanly: " + failure);
    }
    database.close();
    prices.close();
  }
}
