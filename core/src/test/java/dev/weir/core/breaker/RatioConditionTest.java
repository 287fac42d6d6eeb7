package dev.weir.core.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RatioConditionTest {

  @Test
  void zIsAsInTables() {
    assertThat(RatioCondition.z(0)).isZero();
    assertThat(RatioCondition.z(0.5)).isCloseTo(0.674489750196, within(1e-11));
    assertThat(RatioCondition.z(0.9)).isCloseTo(1.644853626951, within(1e-11));
    assertThat(RatioCondition.z(0.95)).isCloseTo(1.959963984540, within(1e-11));
    assertThat(RatioCondition.z(0.99)).isCloseTo(2.575829303549, within(1e-11));
    assertThat(RatioCondition.z(0.999)).isCloseTo(3.290526731492, within(1e-11));
    assertThat(RatioCondition.z(0.999999)).isCloseTo(4.891638475699, within(1e-9));
  }

  @Test
  void scoreTestIsTheLowerBoundOfTheWilsonInterval() {
    for (int seed = 0; seed < 30_000; seed++) {
      Random random = new Random(seed);
      int total = 1 + random.nextInt(seed % 2 == 0 ? 50 : 100_000);
      int bad = random.nextInt(total + 1);
      double ratio = (1 + random.nextInt(99)) / 100.0;
      double confidence = new double[] {0.9, 0.95, 0.99}[random.nextInt(3)];
      RatioCondition condition = new RatioCondition(ratio, confidence);
      double bound =
          NaiveBreaker.lowerBound((double) bad / total, total, NaiveBreaker.z(confidence));
      assertThat(condition.lowerBound(bad, total)).isCloseTo(bound, within(1e-9));
      if (Math.abs(bound - ratio) > 1e-9) {
        assertThat(condition.reached(bad, total))
            .as("seed %d: %d of %d, bound %f, ratio %f", seed, bad, total, bound, ratio)
            .isEqualTo(bound >= ratio);
      }
    }
  }

  @Test
  void fewCallsNeedAClearerSignal() {
    RatioCondition half = new RatioCondition(0.5, 0.99);
    assertThat(half.reached(6, 6)).isFalse();
    assertThat(half.reached(7, 7)).isTrue();
    assertThat(half.reached(60, 100)).isFalse();
    assertThat(half.reached(63, 100)).isTrue();
    assertThat(half.reached(5_129, 10_000)).isTrue();
  }
}
