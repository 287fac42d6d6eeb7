package dev.weir.agent;

import dev.weir.agent.door.EngineGuard;
import dev.weir.agent.door.EventLoops;
import dev.weir.agent.door.GuardedMethods;
import dev.weir.agent.door.MethodSites;
import dev.weir.agent.export.JmxExporter;
import dev.weir.agent.weave.Weaver;
import dev.weir.bridge.Bridge;
import dev.weir.core.Engine;
import dev.weir.core.Mode;
import dev.weir.core.Ticker;
import dev.weir.core.rules.RuleProblem;
import java.lang.instrument.Instrumentation;
import java.nio.file.InvalidPathException;
import org.jspecify.annotations.Nullable;

/** Wires the agent together: the only place that knows all parts. */
public final class AgentInstaller {

  private static final String STOPS = ", and weir.strict=true: the JVM stops";

  private AgentInstaller() {}

  /** Called once, from the boot part, before the application starts. */
  public static void start(@Nullable String argument, Instrumentation jvm) {
    install(argument, jvm, false);
  }

  /** Called once, from the boot part, in an application that runs already and is never stopped. */
  public static void attach(@Nullable String argument, Instrumentation jvm) {
    install(argument, jvm, true);
  }

  private static void install(@Nullable String argument, Instrumentation jvm, boolean attached) {
    Log log = new Log(System.err);
    Settings settings = Settings.of(argument, System.getProperties(), System.getenv(), log);
    Mode cap = settings.modeCap();
    if (cap == Mode.OFF) {
      log.info("weir.mode is off: nothing is instrumented, measured or refused");
      return;
    }
    Failures failures = new Failures(log);
    Ticker ticker = Ticker.system();
    Events events = new Events(log, ticker);
    Engine engine = new Engine(ticker, events, new EventLoops());
    MethodSites sites = new MethodSites(engine);
    GuardedMethods methods = new GuardedMethods(sites);
    Weaver weaver = new Weaver(log, failures);
    RulesInForce rules =
        new RulesInForce(cap, engine, methods, new Instrumentations(methods), weaver, jvm, log);
    JmxExporter jmx = hasManagement() ? new JmxExporter(engine, failures, rules, events) : null;
    RuleSource source;
    try {
      source = RuleSource.find(settings, new Watching(rules, jmx, log));
    } catch (InvalidPathException unusable) {
      if (settings.strict() && !attached) {
        log.error("the rule file cannot be looked for: " + unusable + STOPS);
        System.exit(1);
      }
      throw unusable; // where the JVM's encoding cannot write the name: nothing could be watched
    }
    if (settings.strict() && !source.file().valid() && !attached) {
      stop(source, log);
    }
    rules.start(source);
    Bridge.install(new EngineGuard(engine, sites, log, failures));
    rules.attach();
    // Last: no thread of Weir's runs while classes of Weir's are still being loaded here.
    source.watch().start();
  }

  /** A runtime trimmed to few modules may lack it: then nothing can be read, and all else works. */
  private static boolean hasManagement() {
    return ModuleLayer.boot().findModule("java.management").isPresent();
  }

  private static void stop(RuleSource source, Log log) {
    for (RuleProblem problem : source.problems()) {
      log.error(problem.toString());
    }
    log.error(source.fault() + STOPS);
    System.exit(1);
  }
}
