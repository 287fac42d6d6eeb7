package dev.weir.examples;

import java.io.IOException;
import java.util.Map;
import javax.management.JMException;

/** Brings the agent's counts and log lines to the screen, once a second. */
final class Show {

  private static final long SECOND = 1_000_000_000L;
  private static final long TICK = SECOND * 49 / 50;

  private final AgentView agent;
  private final ShopProcess shop;
  private final RulesFile rules;
  private final Screen screen;
  private Map<String, String> limits;
  private Snapshot before;
  private Snapshot last;

  Show(AgentView agent, ShopProcess shop, RulesFile rules, Screen screen)
      throws IOException, JMException {
    this.agent = agent;
    this.shop = shop;
    this.screen = screen;
    this.rules = rules;
    this.limits = rules.limits();
    this.last = agent.read();
    this.before = last;
  }

  void forSeconds(int seconds) throws IOException, JMException, InterruptedException {
    long end = System.nanoTime() + seconds * SECOND;
    while (System.nanoTime() - end < 0) {
      nextTick();
    }
  }

  void whileAlive() throws IOException, JMException, InterruptedException {
    while (shop.isAlive()) {
      nextTick();
    }
  }

  /**
   * Waits until the agent has taken up a changed rule file.
   *
   * @return when it was seen to be in force
   */
  long awaitOtherRules(String hashBefore) throws IOException, JMException, InterruptedException {
    long deadline = System.nanoTime() + 5 * SECOND;
    while (agent.read().rulesHash().equals(hashBefore)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("the changed rule file was not in force within 5 s");
      }
      Thread.sleep(10);
    }
    return System.nanoTime();
  }

  /** The counts once no call is inside. */
  Snapshot settled() throws IOException, JMException, InterruptedException {
    long deadline = System.nanoTime() + 5 * SECOND;
    Snapshot now = agent.read();
    while (now.inFlight() > 0 && System.nanoTime() - deadline < 0) {
      Thread.sleep(50);
      now = agent.read();
    }
    return now;
  }

  Snapshot last() {
    return last;
  }

  /** What the entry did in the second that was shown last, in words. */
  String lastSecond(String entry) {
    Snapshot.Counts now = last.entry(entry);
    Snapshot.Counts then = before.entry(entry);
    if (now == null || then == null) {
      return "not in force";
    }
    double seconds = (last.atNanos() - before.atNanos()) / 1e9;
    return Table.perSecond(now.passed() - then.passed(), seconds)
        + " passed, "
        + Table.perSecond(now.blocked() - then.blocked(), seconds)
        + " blocked in a second";
  }

  void agentLines() {
    for (String line : shop.newAgentLines()) {
      screen.say("  " + line.replace(rules.path().toString(), "rules.yaml"));
    }
  }

  /**
   * A little less than a second after the last one: any second holds at most the limit, so what is
   * shown never seems to exceed it.
   */
  private void nextTick() throws IOException, JMException, InterruptedException {
    long wait = last.atNanos() + TICK - System.nanoTime();
    if (wait > 0) {
      Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
    }
    agentLines();
    Snapshot now = agent.read();
    if (!now.rulesHash().equals(last.rulesHash())) {
      limits = rules.limits();
    }
    screen.show(now, last, limits);
    before = last;
    last = now;
  }
}
