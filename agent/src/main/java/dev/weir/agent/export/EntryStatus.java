package dev.weir.agent.export;

import dev.weir.core.EngineSnapshot.EntrySnapshot;
import java.util.List;
import java.util.Map;

/** One entry of the rule file as JMX shows it. */
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
}
