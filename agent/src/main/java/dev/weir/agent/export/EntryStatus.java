package dev.weir.agent.export;

import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.RuleSnapshot;
import dev.weir.core.window.Percentiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One entry of the rule file, or one name that no entry matches, as JMX shows it. */
public final class EntryStatus {

  private final EntrySnapshot entry;

  EntryStatus(EntrySnapshot entry) {
    this.entry = entry;
  }

  /** Its name, else its first pattern. */
  public String getName() {
    return entry.name();
  }

  public List<String> getMatch() {
    return entry.match();
  }

  public long getPassed() {
    return entry.passed();
  }

  public Map<String, Long> getBlocked() {
    return JmxExporter.byKey(entry.blocked());
  }

  public long getWouldBlock() {
    return entry.wouldBlock();
  }

  public long getInFlight() {
    return entry.inFlight();
  }

  public long getCompleted() {
    return entry.completed();
  }

  public long getFailed() {
    return entry.failed();
  }

  /** Sum of the times from admission to end of all completed calls. */
  public long getRtSumNanos() {
    return entry.rtNanos();
  }

  /** Calls that took longer than a breaker of the entry allows. */
  public long getSlow() {
    return entry.totals().slow();
  }

  /** The last second, and what has begun of its next eighth. */
  public WindowStatus getLastSecond() {
    return new WindowStatus(entry.windows().second());
  }

  /** The last minute, and what has begun of its next eighth of a second. */
  public WindowStatus getLastMinute() {
    return new WindowStatus(entry.windows().minute());
  }

  /** The latest whole second, counted from the start of the engine. */
  public WindowStatus getPreviousSecond() {
    return new WindowStatus(entry.windows().previous());
  }

  /**
   * Percentiles of the response times of the last minute, within 6.25 %; -1 where no call ended.
   */
  public Map<String, Long> getRtPercentilesNanos() {
    Percentiles percentiles = entry.windows().percentiles();
    Map<String, Long> named = new LinkedHashMap<>();
    named.put("p50", percentiles.p50());
    named.put("p90", percentiles.p90());
    named.put("p99", percentiles.p99());
    named.put("p999", percentiles.p999());
    named.put("max", percentiles.max());
    return named;
  }

  /** Events that came too late for their window and are in the totals only. */
  public long getLate() {
    return entry.windows().late();
  }

  /** What each of its rules is doing; of a rule that counts by key, the sum and up to 100 keys. */
  public List<RuleState> getRules() {
    List<RuleState> rules = new ArrayList<>();
    for (RuleSnapshot rule : entry.rules()) {
      rules.add(new RuleState(rule));
    }
    return rules;
  }
}
