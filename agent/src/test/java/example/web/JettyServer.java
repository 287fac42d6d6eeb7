package example.web;

import jakarta.servlet.ServletContainerInitializer;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.eclipse.jetty.ee10.servlet.DefaultServlet;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** Jetty 12 with Jakarta EE 10. */
public final class JettyServer implements IntSupplier, AutoCloseable {

  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);

  public JettyServer(Object app, Path files, Path work) {
    ServletContextHandler context = new ServletContextHandler("/shop");
    context.setBaseResourceAsPath(files);
    context.addServlet(DefaultServlet.class, "/");
    context.addServletContainerInitializer((ServletContainerInitializer) app);
    ErrorPageErrorHandler errors = new ErrorPageErrorHandler();
    errors.addErrorPage(418, "/error-page");
    context.setErrorHandler(errors);
    server.addConnector(connector);
    server.setHandler(context);
    try {
      server.start();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  @Override
  public int getAsInt() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }
}
