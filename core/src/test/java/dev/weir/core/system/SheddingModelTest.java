package dev.weir.core.system;

import static dev.weir.core.system.SimulatedJvm.MILLI;
import static dev.weir.core.system.SimulatedJvm.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Mode;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random JVMs under random load, in simulated time. What {@link SimulatedJvm} checks at every
 * sample holds in all of them: a share from 0 to 0.99 that does not grow unless the target is
 * exceeded.
 */
class SheddingModelTest {

  private static final int SCHEDULES = 10_000;
  private static final double[] TARGETS = {0.3, 0.5, 0.7, 0.85, 0.95};
  private static final double[] CPUS = {0.25, 0.5, 1, 2.5, 4};

  @Test
  void shareGrowsSmoothlyToWhereUseMeetsItsSetPointAndRestsThere() {
    for (int seed = 0; seed < SCHEDULES; seed++) {
      try {
        new Schedule(seed).run();
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /** Light load, overload, and light load again. */
  private static final class Schedule {
    private final Random random;
    private final boolean regular;
    private final double target;
    private final double cpus;
    private final double demand;
    private final double rest;
    private final long cpuOfCall;
    private final SimulatedJvm jvm;

    Schedule(long seed) {
      random = new Random(seed);
      regular = random.nextBoolean();
      target = TARGETS[random.nextInt(TARGETS.length)];
      cpus = CPUS[random.nextInt(CPUS.length)];
      // A quota holds the process to what it may use, or nothing does.
      double capacity = random.nextBoolean() ? cpus : 8 * cpus;
      demand = target * (1.1 + 5 * random.nextDouble());
      cpuOfCall = (long) (cpus * SECOND / (80 + random.nextInt(100)));
      rest = rest(demand, target);
      SystemRule rule = new SystemRule(target, Double.NaN, 0);
      jvm = new SimulatedJvm(seed, rule, cpus, capacity, 100_000, Mode.ENFORCE);
    }

    void run() {
      double light = target * (0.2 + 0.6 * random.nextDouble());
      for (int second = 0; second < 3; second++) {
        pass(light);
        if (regular) {
          assertThat(jvm.share()).as("below the target").isZero();
        }
      }
      double before = jvm.share();
      for (int second = 0; second < 14; second++) {
        pass(demand);
        double now = jvm.share();
        if (regular) {
          assertThat(now).as("second %s", second).isGreaterThan(Math.min(before, rest) - 0.02);
          assertThat(now).as("second %s", second).isLessThan(rest + 0.04);
        }
        before = now;
      }
      restsThere();
      passUntilNoneIsRefused(light);
    }

    private void restsThere() {
      double before = jvm.share();
      double sum = 0;
      for (int second = 0; second < 4; second++) {
        pass(demand);
        assertThat(Math.abs(jvm.share() - before)).as("swing").isLessThan(regular ? 0.03 : 0.25);
        before = jvm.share();
        sum += before;
      }
      assertThat(Math.abs(sum / 4 - rest)).as("rests").isLessThan(regular ? 0.03 : 0.2);
    }

    private void passUntilNoneIsRefused(double load) {
      int seconds = 0;
      while (jvm.share() > 0 && seconds < 14) {
        pass(load);
        seconds++;
      }
      assertThat(jvm.share()).as("after %s s of light load", seconds).isLessThan(0.02);
    }

    private void pass(double ofAllowed) {
      jvm.run(SECOND, ofAllowed * cpus * SECOND / cpuOfCall, cpuOfCall, regular);
    }

    /** Where (1 - p) * demand = set point: by halving. */
    private static double rest(double demand, double target) {
      double saturation = Math.min(1, 1.2 * target);
      double low = 0;
      double high = 1;
      for (int i = 0; i < 40; i++) {
        double p = (low + high) / 2;
        boolean more = (1 - p) * demand > target + (saturation - target) * p * p * p;
        low = more ? p : low;
        high = more ? high : p;
      }
      return low;
    }
  }

  @Test
  void latencyComesDownToItsTargetWithoutOnAndOff() {
    for (int seed = 0; seed < 500; seed++) {
      Random random = new Random(seed);
      long target = (50 + random.nextInt(450)) * MILLI;
      double cpus = CPUS[random.nextInt(CPUS.length)];
      long cpuOfCall = (long) (cpus * SECOND / (150 + random.nextInt(200)));
      SystemRule rule = new SystemRule(Double.NaN, Double.NaN, target);
      SimulatedJvm jvm = new SimulatedJvm(seed, rule, cpus, cpus, 400, Mode.ENFORCE);
      double demand = 1.3 + 4 * random.nextDouble();
      double rate = demand * cpus * SECOND / cpuOfCall;
      jvm.run(40 * SECOND, rate, cpuOfCall, random.nextBoolean());
      double before = jvm.share();
      double latency = 0;
      for (int second = 0; second < 20; second++) {
        jvm.run(SECOND, rate, cpuOfCall, true);
        assertThat(Math.abs(jvm.share() - before)).as("seed %s, swing", seed).isLessThan(0.15);
        before = jvm.share();
        latency += jvm.slot.overload().latest().latencyNanos() / 20;
      }
      assertThat(latency).as("seed %s", seed).isLessThan(2.0 * target);
      assertThat(jvm.usedSince(60 * SECOND)).as("seed %s, use", seed).isGreaterThan(0.9);
    }
  }

  /** A job of the application's own uses 95 %: the share comes to what belongs to that, no more. */
  @Test
  void causeThatRefusalsDoNotReachDoesNotRefuseAll() {
    SystemRule rule = new SystemRule(0.85, Double.NaN, 0);
    SimulatedJvm jvm = new SimulatedJvm(1, rule, 1, 8, 200, Mode.ENFORCE);
    jvm.background(0.95);
    jvm.run(120 * SECOND, 10, MILLI / 10, true);
    assertThat(jvm.share()).isBetween(0.85, 0.89); // (0.10 / 0.15) ^ (1/3) is 0.874
    jvm.background(0.5);
    jvm.run(20 * SECOND, 10, MILLI / 10, true);
    assertThat(jvm.share()).isZero();
  }

  @Test
  void observedRuleComesToTheShareThatItWouldRefuseAndRefusesNone() {
    SystemRule rule = new SystemRule(0.85, Double.NaN, 0);
    SimulatedJvm jvm = new SimulatedJvm(1, rule, 0.5, 4, 200, Mode.OBSERVE);
    jvm.run(30 * SECOND, 200, 5 * MILLI, true); // 1 CPU of 0.5
    assertThat(jvm.share()).isBetween(0.5, 0.6);
    assertThat(jvm.events).hasSize(1);
    assertThat(jvm.events.get(0).text()).startsWith("would refuse inbound calls: system.cpu 85%");
    assertThat(jvm.usedSince(30 * SECOND)).as("all ran").isBetween(1.95, 2.05);
  }
}
