package dev.weir.agent.door;

import dev.weir.agent.Failures;
import dev.weir.agent.Log;
import dev.weir.agent.weave.Weaver;
import dev.weir.bridge.Bridge;
import dev.weir.bridge.Guard;
import dev.weir.core.Engine;
import dev.weir.core.EngineSnapshot;
import dev.weir.core.Mode;
import dev.weir.core.Ticker;
import dev.weir.core.rules.RuleSet;
import dev.weir.instrument.methods.MethodInstrumentation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.bytebuddy.agent.ByteBuddyAgent;

/** The classes of {@code example.method} in a loader of their own, woven under a rule file. */
final class WovenMethods implements AutoCloseable {

  private final Instrumentation jvm = ByteBuddyAgent.install();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8));
  private final Failures failures = new Failures(log);
  private final Engine engine = new Engine(Ticker.system());
  private final MethodSites sites = new MethodSites(engine);
  private final GuardedMethods methods = new GuardedMethods(sites);
  private final Weaver weaver = new Weaver(log, failures);
  private final EngineGuard guard = new EngineGuard(engine, sites, log, failures);
  private final Class<?> service;
  private final Object instance;

  WovenMethods(RuleSet rules) throws ReflectiveOperationException {
    weaver.follow(List.of(new MethodInstrumentation(methods)), List.of());
    engine.apply(rules, Mode.ENFORCE);
    methods.select(rules);
    jvm.addTransformer(weaver, true);
    Bridge.install(guard);
    service = new ApplicationLoader().loadClass("example.method.PriceService");
    instance = service.getDeclaredConstructor().newInstance();
  }

  /** Another rule file, as a reload puts it in force. */
  void reload(RuleSet rules) {
    engine.apply(rules, Mode.ENFORCE);
    Weaver.LoadedClasses changed = methods.select(rules);
    if (changed != null) {
      weaver.reweave(jvm, changed);
    }
  }

  /** The guard, so that a test can put one that fails in front of it. */
  Guard guard() {
    return guard;
  }

  Object call(String method, Object... arguments) throws Throwable {
    for (Method candidate : service.getDeclaredMethods()) {
      if (candidate.getName().equals(method)) {
        candidate.setAccessible(true);
        try {
          return candidate.invoke(instance, arguments);
        } catch (InvocationTargetException thrown) {
          throw thrown.getTargetException();
        }
      }
    }
    throw new IllegalArgumentException(method);
  }

  int bodies() throws ReflectiveOperationException {
    return service.getField("bodies").getInt(null);
  }

  EngineSnapshot snapshot() {
    return engine.snapshot();
  }

  List<String> notFound() {
    return methods.notFound();
  }

  long suppressed() {
    return failures.suppressedCount();
  }

  String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    Bridge.install(null);
    jvm.removeTransformer(weaver);
  }

  /** Defines the application's classes itself; all else comes from the tests' loader. */
  private static final class ApplicationLoader extends ClassLoader {

    ApplicationLoader() {
      super(WovenMethods.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("example.method.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] classFile = in.readAllBytes();
        return defineClass(name, classFile, 0, classFile.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
