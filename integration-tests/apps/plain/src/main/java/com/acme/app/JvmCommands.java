package com.acme.app;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** What the JVM around the application looks like from inside it. */
public final class JvmCommands implements Commands {

  @Override
  public Map<String, String> run(String command, String[] arguments) throws Exception {
    return switch (command) {
      case "property" -> Outcome.value(System.getProperty(arguments[0]));
      case "load" -> Outcome.value(Class.forName(arguments[0]).getClassLoader());
      case "resource" -> Outcome.value(ClassLoader.getSystemResource(arguments[0]));
      case "threads" -> Outcome.value(threads());
      case "hiddenLoader" -> hiddenLoader(arguments[0]);
      case "stdout" -> {
        System.out.println(arguments[0]);
        System.out.flush();
        yield Outcome.value("printed");
      }
      case "childStdout" -> child(arguments);
      default -> throw new IllegalArgumentException(command);
    };
  }

  private static String threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(thread -> thread.getName() + (thread.isDaemon() ? "" : " (not a daemon)"))
        .sorted()
        .collect(Collectors.joining(","));
  }

  /** Calls {@link PriceService#query} as loaded by a loader that shows it nothing but the JDK. */
  private static Map<String, String> hiddenLoader(String sku) throws Exception {
    Class<?> hidden = new JavaOnlyLoader().loadClass(PriceService.class.getName());
    Object service = hidden.getDeclaredConstructor().newInstance();
    Method query = hidden.getMethod("query", String.class);
    try {
      Map<String, String> outcome = Outcome.value(query.invoke(service, sku));
      outcome.put("loader", hidden.getClassLoader().getClass().getName());
      return outcome;
    } catch (InvocationTargetException e) {
      return Outcome.thrown(e.getCause());
    }
  }

  private static Map<String, String> child(String[] command) throws Exception {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Map<String, String> outcome = Outcome.value(out);
    outcome.put("exit", String.valueOf(process.waitFor()));
    return outcome;
  }

  /** As OSGi frameworks do: only {@code java.*} from above, all else its own. */
  private static final class JavaOnlyLoader extends ClassLoader {

    JavaOnlyLoader() {
      super(null);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        if (name.startsWith("java.")) {
          return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
        }
        return define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String resource = name.replace('.', '/') + ".class";
      try (InputStream in = JvmCommands.class.getClassLoader().getResourceAsStream(resource)) {
        if (in == null || !name.startsWith("com.acme.")) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
