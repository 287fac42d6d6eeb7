package dev.weir.agent.export;

import dev.weir.agent.Events;
import dev.weir.agent.Failures;
import dev.weir.agent.Log;
import dev.weir.core.BlockReason;
import dev.weir.core.Engine;
import dev.weir.core.EngineSnapshot.EntrySnapshot;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * The engine's state as an MBean. It is registered when the JVM has an MBean server, which it has
 * as soon as anyone asks for one: making it would cost every start-up tens of milliseconds, and
 * would start the application's logging before the application does.
 */
public final class JmxExporter implements WeirMXBean {

  /** The MBean's name. */
  public static final String NAME = "dev.weir:type=Weir";

  private final Engine engine;
  private final Failures failures;
  private final RuleStatus rules;
  private final Events events;
  private boolean registered;

  public JmxExporter(Engine engine, Failures failures, RuleStatus rules, Events events) {
    this.engine = engine;
    this.failures = failures;
    this.rules = rules;
    this.events = events;
  }

  /** Registers the MBean if there is a server and it is not there yet. For one thread. */
  public void registerIfServed(Log log) {
    if (registered || MBeanServerFactory.findMBeanServer(null).isEmpty()) {
      return;
    }
    registered = true;
    try {
      ManagementFactory.getPlatformMBeanServer().registerMBean(this, new ObjectName(NAME));
    } catch (JMException | RuntimeException failure) {
      log.warn("the MBean " + NAME + " cannot be registered; rules act all the same: " + failure);
    }
  }

  static Map<String, Long> byKey(Map<BlockReason, Long> counts) {
    Map<String, Long> named = new LinkedHashMap<>();
    for (BlockReason reason : BlockReason.values()) {
      named.put(reason.key(), counts.getOrDefault(reason, 0L));
    }
    return named;
  }

  @Override
  public long getPassed() {
    return engine.totals().passed();
  }

  @Override
  public Map<String, Long> getBlocked() {
    return byKey(engine.totals().blocked());
  }

  @Override
  public long getWouldBlock() {
    return engine.totals().wouldBlock();
  }

  @Override
  public long getInFlight() {
    return engine.totals().inFlight();
  }

  @Override
  public long getSuppressedFailures() {
    return failures.suppressedCount();
  }

  @Override
  public long getSkippedClasses() {
    return failures.skippedClassCount();
  }

  @Override
  public boolean isRulesValid() {
    return rules.valid();
  }

  @Override
  public List<String> getRuleProblems() {
    return rules.problems();
  }

  @Override
  public String getRulesSource() {
    return rules.source();
  }

  @Override
  public String getRulesHash() {
    return rules.hash();
  }

  @Override
  public String getMode() {
    return rules.mode();
  }

  @Override
  public List<String> getPatternsWithoutMatch() {
    return rules.patternsWithoutMatch();
  }

  @Override
  public List<String> getEvents() {
    return events.latest();
  }

  @Override
  public List<EntryStatus> getEntries() {
    return statuses(engine.entries());
  }

  @Override
  public List<EntryStatus> getUnlisted() {
    return statuses(engine.unlisted());
  }

  private static List<EntryStatus> statuses(List<EntrySnapshot> snapshots) {
    List<EntryStatus> statuses = new ArrayList<>();
    for (EntrySnapshot snapshot : snapshots) {
      statuses.add(new EntryStatus(snapshot));
    }
    return statuses;
  }
}
