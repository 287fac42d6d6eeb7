package dev.weir.agent;

import dev.weir.agent.config.RuleFile;
import dev.weir.agent.door.GuardedMethods;
import dev.weir.agent.export.RuleStatus;
import dev.weir.agent.weave.Weaver;
import dev.weir.core.Engine;
import dev.weir.core.Mode;
import dev.weir.core.rules.ClassNamePattern;
import dev.weir.core.rules.Instrument;
import dev.weir.core.rules.ReloadReport;
import dev.weir.core.rules.RuleProblem;
import dev.weir.core.rules.RuleSet;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Puts rule files in force: first in the engine, then in the classes. A file with an error changes
 * nothing. Changed by one thread, read by many.
 */
final class RulesInForce implements RuleStatus {

  private final Path path;
  private final Mode cap;
  private final Engine engine;
  private final GuardedMethods methods;
  private final Instrumentations instrumentations;
  private final Weaver weaver;
  private final Instrumentation jvm;
  private final Log log;

  private Instrument instrument = Instrument.DEFAULT;
  private boolean attached;
  private volatile RuleFile latest;
  private volatile String hash = "";
  private volatile Mode mode = Mode.OBSERVE;

  RulesInForce(
      RuleSource source,
      Mode cap,
      Engine engine,
      GuardedMethods methods,
      Instrumentations instrumentations,
      Weaver weaver,
      Instrumentation jvm,
      Log log) {
    this.path = source.path();
    this.latest = source.file();
    this.cap = cap;
    this.engine = engine;
    this.methods = methods;
    this.instrumentations = instrumentations;
    this.weaver = weaver;
    this.jvm = jvm;
    this.log = log;
  }

  /** The file as found at the start. */
  void start() {
    RuleSet rules = latest.rules();
    if (rules != null) {
      take(rules);
      hash = latest.hash();
      warnings(latest);
      log.info(
          path.toAbsolutePath()
              + " (hash "
              + hash
              + ") is in force: mode "
              + mode()
              + ", entries: "
              + rules.entries().size());
    } else {
      weaver.follow(instrumentations.active(instrument), List.of());
      problems(latest);
      log.error(
          path.toAbsolutePath()
              + " is not in force: the application runs without rules and nothing is refused. It"
              + " is watched, and taken as soon as it is right; weir.strict=true would have stopped"
              + " the JVM");
    }
  }

  /** The file as it has become. */
  void changed(RuleFile file) {
    latest = file;
    RuleSet rules = file.rules();
    if (rules == null) {
      problems(file);
      log.error(
          path.toAbsolutePath()
              + " is not taken: "
              + (hash.isEmpty()
                  ? "there are still no rules"
                  : "the rules of hash " + hash + " stay")
              + " in force");
      return;
    }
    ReloadReport report = take(rules);
    hash = file.hash();
    warnings(file);
    log.info(
        path.toAbsolutePath()
            + " (hash "
            + hash
            + ") is in force now"
            + (report.isEmpty() ? ": no rule changed" : ":"));
    for (String line : report.lines()) {
      log.info("  " + line);
    }
  }

  private ReloadReport take(RuleSet rules) {
    ReloadReport report = engine.apply(rules, cap);
    mode = rules.mode().cappedBy(cap);
    Instrument before = instrument;
    instrument = rules.instrument();
    Weaver.LoadedClasses ofMethods = methods.select(rules);
    weaver.follow(instrumentations.active(instrument), exclusions(instrument));
    if (!attached) {
      return report; // nothing can have been woven yet
    }
    if (isOtherPlan(before, instrument)) {
      weaver.reweave(jvm, instrumentations);
    } else if (ofMethods != null) {
      weaver.reweave(jvm, ofMethods);
    }
    return report;
  }

  private static boolean isOtherPlan(Instrument before, Instrument after) {
    return before.web() != after.web()
        || before.http() != after.http()
        || before.sql() != after.sql()
        || !before.exclude().equals(after.exclude());
  }

  private static List<ClassNamePattern> exclusions(Instrument instrument) {
    List<ClassNamePattern> patterns = new ArrayList<>();
    for (String pattern : instrument.exclude()) {
      patterns.add(ClassNamePattern.parse(pattern));
    }
    return patterns;
  }

  /** Weaves from now on, first what is loaded already. */
  void attach() {
    attached = true;
    jvm.addTransformer(weaver, true);
    weaver.reweave(jvm, instrumentations);
  }

  private void problems(RuleFile file) {
    for (RuleProblem problem : file.errors()) {
      log.error(problem.toString());
    }
  }

  private void warnings(RuleFile file) {
    for (RuleProblem problem : file.warnings()) {
      log.warn(problem.toString());
    }
  }

  /** Names the patterns that are of no use so far. */
  void warnOfPatternsWithoutMatch() {
    for (String pattern : methods.notFound()) {
      log.warnOnce(
          "no match " + pattern + hash,
          pattern
              + " matches no method of a class loaded so far. If the class is in use, look for a"
              + " misspelt name; an interface or abstract method has no body to guard: name the"
              + " class that implements it");
    }
  }

  @Override
  public boolean valid() {
    return latest.valid();
  }

  @Override
  public List<String> problems() {
    List<String> lines = new ArrayList<>();
    for (RuleProblem problem : latest.errors()) {
      lines.add(problem.toString());
    }
    return lines;
  }

  @Override
  public String source() {
    return path.toAbsolutePath().toString();
  }

  @Override
  public String hash() {
    return hash;
  }

  @Override
  public String mode() {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public List<String> patternsWithoutMatch() {
    return methods.notFound();
  }

  @Override
  public String toString() {
    return Objects.toString(path);
  }
}
