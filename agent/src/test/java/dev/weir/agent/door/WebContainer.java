package dev.weir.agent.door;

import dev.weir.agent.Failures;
import dev.weir.agent.Log;
import dev.weir.agent.weave.Weaver;
import dev.weir.instrument.servlet.ServletInstrumentation;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import net.bytebuddy.agent.ByteBuddyAgent;

/** The tests' application, woven, in a container of its own class loader. */
final class WebContainer implements AutoCloseable {

  enum Type {
    TOMCAT_9("tomcat9", "example.web.TomcatServer", "example.web.JavaxApp"),
    TOMCAT_10("tomcat10", "example.web.TomcatServer", "example.web.JakartaApp"),
    JETTY_12("jetty12", "example.web.JettyServer", "example.web.JakartaApp");

    private final String jars;
    private final String server;
    private final String app;

    Type(String jars, String server, String app) {
      this.jars = jars;
      this.server = server;
      this.app = app;
    }
  }

  private final Instrumentation instrumentation = ByteBuddyAgent.install();
  private final Failures failures = new Failures(new Log(System.err));
  private final Weaver weaver = new Weaver(new Log(System.err), failures);
  private final ApplicationLoader loader;
  private final AutoCloseable server;
  private final AtomicInteger bodies;
  private final int port;

  WebContainer(Type type, Path work) {
    weaver.follow(
        List.of(ServletInstrumentation.jakarta(), ServletInstrumentation.javax()), List.of());
    instrumentation.addTransformer(weaver);
    try {
      loader = new ApplicationLoader(type.jars);
      Class<?> appType = loader.loadClass(type.app);
      Object app = appType.getConstructor().newInstance();
      bodies = (AtomicInteger) appType.getField("BODIES").get(null);
      Path files = Path.of(resource("/example/web/static/page.txt")).getParent();
      server =
          (AutoCloseable)
              loader
                  .loadClass(type.server)
                  .getConstructor(Object.class, Path.class, Path.class)
                  .newInstance(app, files, work);
      port = ((IntSupplier) server).getAsInt();
    } catch (ReflectiveOperationException | IOException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /**
   * @param path within the server
   */
  URI uri(String path) {
    return URI.create("http://localhost:" + port + path);
  }

  int port() {
    return port;
  }

  /** How often a body of the application ran so far. */
  AtomicInteger bodies() {
    return bodies;
  }

  WeakReference<ClassLoader> loader() {
    return new WeakReference<>(loader);
  }

  /** Classes that could not be woven. */
  long skippedClasses() {
    return failures.skippedClassCount();
  }

  @Override
  public void close() {
    try {
      server.close();
      loader.close();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    } finally {
      instrumentation.removeTransformer(weaver);
    }
  }

  private static URI resource(String resource) {
    URL url = WebContainer.class.getResource(resource);
    if (url == null) {
      throw new IllegalStateException(resource);
    }
    return URI.create(url.toString());
  }

  /** Sees the container's jars, {@code example} and, as from the bootstrap loader, the bridge. */
  private static final class ApplicationLoader extends URLClassLoader {

    ApplicationLoader(String jars) throws IOException {
      super(urls(jars), ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      return name.startsWith("dev.weir.bridge.")
          ? WebContainer.class.getClassLoader().loadClass(name)
          : super.findClass(name);
    }

    private static URL[] urls(String jars) throws IOException {
      List<URL> urls = new ArrayList<>();
      urls.add(directoryOf("/example/web/TomcatServer.class", 3));
      try (var files = Files.list(Path.of("target", "containers", jars))) {
        for (Path jar : (Iterable<Path>) files::iterator) {
          urls.add(jar.toUri().toURL());
        }
      }
      return urls.toArray(new URL[0]);
    }

    private static URL directoryOf(String resource, int depth) throws MalformedURLException {
      File file = new File(resource(resource));
      for (int up = 0; up < depth; up++) {
        file = file.getParentFile();
      }
      return file.toURI().toURL();
    }
  }
}
