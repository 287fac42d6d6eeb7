package dev.weir.agent;

import dev.weir.core.EngineEvent;
import dev.weir.core.EngineListener;
import dev.weir.core.Ticker;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells users what happens in the engine: in the log, and the latest over JMX. What happens too
 * often for a log (a breaker for each of thousands of keys, in an outage) is summed up there.
 */
public final class Events implements EngineListener {

  private static final int KEPT = 100;
  private static final int LINES_A_MINUTE = 60;
  private static final long MINUTE_NANOS = 60_000_000_000L;

  private final Log log;
  private final Ticker ticker;
  private final ArrayDeque<String> latest = new ArrayDeque<>(KEPT);
  private long minuteStart;
  private int lines;
  private int unsaid;

  public Events(Log log, Ticker ticker) {
    this.log = log;
    this.ticker = ticker;
    this.minuteStart = ticker.nanos();
  }

  @Override
  public void on(EngineEvent event) {
    String line = line(event);
    boolean said = keep(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + line);
    if (said) {
      say(event.type(), line);
    }
  }

  private static String line(EngineEvent event) {
    StringBuilder line = new StringBuilder();
    line.append(event.rule()).append(" of \"").append(event.entry()).append('"');
    if (event.key() != null) {
      line.append(" for ").append(event.key());
    }
    return line.append(' ').append(event.text()).toString();
  }

  /** Whether it is to be said, too. */
  private synchronized boolean keep(String line) {
    if (latest.size() == KEPT) {
      latest.removeFirst();
    }
    latest.addLast(line);
    long now = ticker.nanos();
    if (now - minuteStart >= MINUTE_NANOS) {
      if (unsaid > 0) {
        log.warn(unsaid + " more events in the last minute are not shown");
      }
      minuteStart = now;
      lines = 0;
      unsaid = 0;
    }
    if (++lines > LINES_A_MINUTE) {
      unsaid++;
      return false;
    }
    return true;
  }

  private void say(EngineEvent.Type type, String line) {
    switch (type) {
      case BREAKER_HALF_OPEN, BREAKER_CLOSED, SHEDDING_ENDED -> log.info(line);
      default -> log.warn(line);
    }
  }

  /** The latest, the oldest first, each with its time. */
  public synchronized List<String> latest() {
    return new ArrayList<>(latest);
  }
}
