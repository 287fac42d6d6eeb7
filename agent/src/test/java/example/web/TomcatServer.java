package example.web;

import java.io.File;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.webresources.TomcatURLStreamHandlerFactory;
import org.apache.tomcat.util.descriptor.web.ErrorPage;

/** Tomcat 9 or 10.1, whichever this class's loader has: no servlet type stands in it. */
public final class TomcatServer implements IntSupplier, AutoCloseable {

  private static final Logger LOGGER = Logger.getLogger("org.apache");

  private final Tomcat tomcat = new Tomcat();

  public TomcatServer(Object app, Path files, Path work) throws ReflectiveOperationException {
    LOGGER.setLevel(Level.OFF); // It logs what the tests make the application throw.
    TomcatURLStreamHandlerFactory.disable(); // The JVM takes one only, and there are two Tomcats.
    tomcat.setBaseDir(work.toString());
    tomcat.setPort(0);
    Context context = tomcat.addContext("/shop", new File(files.toString()).getAbsolutePath());
    Tomcat.addServlet(context, "default", "org.apache.catalina.servlets.DefaultServlet");
    context.addServletMappingDecoded("/", "default");
    ErrorPage page = new ErrorPage();
    page.setErrorCode(418);
    page.setLocation("/error-page");
    context.addErrorPage(page);
    for (Method method : Context.class.getMethods()) {
      if (method.getName().equals("addServletContainerInitializer")) {
        method.invoke(context, app, Set.of());
      }
    }
    try {
      tomcat.getConnector();
      tomcat.start();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  @Override
  public int getAsInt() {
    return tomcat.getConnector().getLocalPort();
  }

  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }
}
