package dev.weir.examples;

import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import javax.management.JMException;

/** The scenes of the demo: traffic, an edit, a broken edit, and the reckoning. */
final class Script {

  private static final int SECONDS_BEFORE_EDIT = 12;
  private static final int SECONDS_AFTER_EDIT = 10;
  private static final int SECONDS_OF_BROKEN_FILE = 4;

  private static final String EDITED = "order-read";

  /** What callers get where a rule refuses; entries that only observe are not among them. */
  private static final Map<String, String> REFUSALS =
      Map.of(
          EDITED,
          "429 with Retry-After",
          "checkout",
          "503 with its own body",
          "prices",
          "IOException: list price",
          "sales",
          "SQLTransientException: 503",
          "recommend",
          "an empty list",
          "shipping",
          "another method's result");

  private final URI uri;
  private final RulesFile rules;
  private final Show show;
  private final Screen screen;

  /** When the scenes began and ended, by {@link System#nanoTime()}. */
  private record Scenes(long begin, long edited, long inForce, long end) {}

  Script(URI uri, RulesFile rules, Show show, Screen screen) {
    this.uri = uri;
    this.rules = rules;
    this.show = show;
    this.screen = screen;
  }

  /** Whether everything held. */
  boolean play() throws IOException, JMException, InterruptedException {
    Map<String, Integer> limits = callsPerSecond(rules.limits());
    long begin = System.nanoTime();
    Traffic traffic = Traffic.start(Source.twiceTheLimits(uri));
    Scenes scenes = play(begin, limits);
    traffic.stop();
    Verdicts verdicts = judge(traffic, limits, scenes);
    mend();
    screen.print(verdicts.lines());
    return verdicts.allHeld();
  }

  private Scenes play(long begin, Map<String, Integer> limits)
      throws IOException, JMException, InterruptedException {
    screen.say("Traffic starts: about twice what each rule admits.");
    show.forSeconds(SECONDS_BEFORE_EDIT);
    long edited = System.nanoTime();
    String before = show.lastSecond(EDITED);
    long inForce = halve(limits);
    show.forSeconds(SECONDS_AFTER_EDIT);
    screen.say(EDITED + " before the edit: " + before);
    screen.say(EDITED + " now:             " + show.lastSecond(EDITED));
    slip();
    return new Scenes(begin, edited, inForce, System.nanoTime());
  }

  private long halve(Map<String, Integer> limits)
      throws IOException, JMException, InterruptedException {
    int old = limits.getOrDefault(EDITED, 0);
    String hash = show.last().rulesHash();
    screen.say("EDIT: the limit of " + EDITED + " from " + old + "/s to " + old / 2 + "/s");
    long saved = System.nanoTime();
    rules.setLimit(EDITED, old / 2 + "/s");
    long inForce = show.awaitOtherRules(hash);
    screen.say(
        String.format(Locale.ROOT, "In force %.2f s after it was saved.", (inForce - saved) / 1e9));
    show.agentLines();
    return inForce;
  }

  private void slip() throws IOException, JMException, InterruptedException {
    screen.say("EDIT with a slip: 5o/s. The rules in force must stay.");
    rules.setLimit(EDITED, "5o/s");
    show.forSeconds(SECONDS_OF_BROKEN_FILE);
  }

  private void mend() throws IOException, JMException, InterruptedException {
    rules.setLimit(EDITED, "50/s");
    screen.say("EDIT: the slip is mended; the traffic has stopped.");
    show.forSeconds(2);
    screen.keepTable();
  }

  private Verdicts judge(Traffic traffic, Map<String, Integer> limits, Scenes scenes)
      throws IOException, JMException, InterruptedException {
    Verdicts verdicts = new Verdicts();
    for (Map.Entry<String, Integer> limit : limits.entrySet()) {
      judgeLimit(verdicts, limit.getKey(), limit.getValue(), traffic, scenes);
    }
    Snapshot agent = show.settled();
    if (traffic.failed() > 0) {
      verdicts.fault(
          traffic.failed()
              + " of "
              + traffic.sent()
              + " requests got no proper answer: is this machine too busy for the demo?");
    } else {
      compare(verdicts, agent, limits, traffic, scenes);
    }
    verdicts.require(
        agent.suppressedFailures() == 0, agent.suppressedFailures() + " failures in the agent");
    return verdicts;
  }

  /** What callers saw with what the agent counted. */
  private static void compare(
      Verdicts verdicts,
      Snapshot agent,
      Map<String, Integer> limits,
      Traffic traffic,
      Scenes scenes) {
    long now = System.nanoTime();
    for (String entry : limits.keySet()) {
      Snapshot.Counts counts = agent.entry(entry);
      if (counts == null) {
        verdicts.fault(entry + " is not in force");
      } else {
        verdicts.agree(entry, traffic.seen(entry), counts, scenes.begin(), now);
      }
    }
  }

  /** The example's limits are all whole numbers a second. */
  private static Map<String, Integer> callsPerSecond(Map<String, String> limits) {
    Map<String, Integer> calls = new LinkedHashMap<>();
    limits.forEach((entry, limit) -> calls.put(entry, Integer.valueOf(limit.replace("/s", ""))));
    return calls;
  }

  private static void judgeLimit(
      Verdicts verdicts, String entry, int limit, Traffic traffic, Scenes scenes) {
    Outside seen = traffic.seen(entry);
    String refusal = REFUSALS.getOrDefault(entry, "");
    if (entry.equals(EDITED)) {
      verdicts.limited(entry, limit, seen, scenes.begin(), scenes.edited(), refusal);
      verdicts.limited("  edited", limit / 2, seen, scenes.inForce(), scenes.end(), refusal);
    } else if (!refusal.isEmpty()) {
      verdicts.limited(entry, limit, seen, scenes.begin(), scenes.end(), refusal);
    }
  }
}
