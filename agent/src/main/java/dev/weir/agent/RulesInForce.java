package dev.weir.agent;

import dev.weir.agent.config.RuleWatch;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Puts rules in force: first in the engine, then in the classes. Changed by one thread, read by
 * many.
 */
final class RulesInForce implements RuleStatus {

  private final Mode cap;
  private final Engine engine;
  private final GuardedMethods methods;
  private final Instrumentations instrumentations;
  private final Weaver weaver;
  private final Instrumentation jvm;
  private final Log log;

  private Instrument instrument = Instrument.DEFAULT;
  private boolean attached;
  private @Nullable RuleWatch watch;
  private volatile String source = "";
  private volatile String hash = "";
  private volatile Mode mode = Mode.OBSERVE;

  RulesInForce(
      Mode cap,
      Engine engine,
      GuardedMethods methods,
      Instrumentations instrumentations,
      Weaver weaver,
      Instrumentation jvm,
      Log log) {
    this.cap = cap;
    this.engine = engine;
    this.methods = methods;
    this.instrumentations = instrumentations;
    this.weaver = weaver;
    this.jvm = jvm;
    this.log = log;
  }

  /** Takes the file as found at the start; without a valid one nothing is refused. */
  void start(RuleSource found) {
    source = found.path().toString();
    watch = found.watch();
    RuleSet rules = found.file().rules();
    if (rules == null) {
      weaver.follow(instrumentations.active(instrument), List.of());
      sayAll(found.problems(), true);
      String message =
          found.fault()
              + ". The application runs without rules: nothing is refused. The file is watched and"
              + " taken as soon as it is right; weir.strict=true stops the JVM instead";
      if (found.isOfAnotherTool()) {
        log.warn(message);
      } else {
        log.error(message);
      }
      return;
    }
    take(rules);
    hash = found.file().hash();
    sayAll(found.file().warnings(), false);
    log.info(inForce() + ": mode " + mode() + ", entries: " + rules.entries().size());
  }

  /** Takes the file as it has become. */
  void change(RuleSet rules, String newHash, List<RuleProblem> warnings) {
    ReloadReport report = take(rules);
    hash = newHash;
    sayAll(warnings, false);
    log.info(inForce() + " now" + (report.isEmpty() ? ": no rule changed" : ":"));
    for (String line : report.lines()) {
      log.info("  " + line);
    }
  }

  /** The file has become wrong: it changes nothing. */
  void refuse(List<RuleProblem> problems) {
    sayAll(problems, true);
    log.error(
        source
            + " is not taken: "
            + (hash.isEmpty()
                ? "there are still no rules in force"
                : "the rules with hash " + hash + " stay in force"));
  }

  /** The file, wrong before, holds the rules in force again. */
  void restore() {
    log.info(inForce() + " as before");
  }

  private String inForce() {
    return source + " (hash " + hash + ") is in force";
  }

  private void sayAll(List<RuleProblem> problems, boolean errors) {
    for (RuleProblem problem : problems) {
      if (errors) {
        log.error(problem.toString());
      } else {
        log.warn(problem.toString());
      }
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
    return watch != null && watch.valid();
  }

  @Override
  public List<String> problems() {
    List<String> lines = new ArrayList<>();
    if (watch != null) {
      for (RuleProblem problem : watch.problems()) {
        lines.add(problem.toString());
      }
    }
    return lines;
  }

  @Override
  public String source() {
    return source;
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
}
