package dev.weir.agent;

import dev.weir.agent.export.JmxExporter;

/** What is to be done now and then: a thread that sleeps nearly always. */
final class Background extends Thread {

  private static final long SECOND_MILLIS = 1_000;

  /** After so many seconds an application has loaded most of its classes. */
  private static final int STARTED = 30;

  private final RulesInForce rules;
  private final JmxExporter jmx;
  private final Log log;

  Background(RulesInForce rules, JmxExporter jmx, Log log) {
    super("weir-background");
    setDaemon(true);
    this.rules = rules;
    this.jmx = jmx;
    this.log = log;
  }

  @Override
  public void run() {
    try {
      for (int second = 0; ; second++) {
        Thread.sleep(SECOND_MILLIS);
        jmx.registerIfServed(log);
        if (second == STARTED) {
          rules.warnOfPatternsWithoutMatch();
        }
      }
    } catch (InterruptedException ignored) {
      // Nobody interrupts it; who does wants it to end.
    }
  }
}
