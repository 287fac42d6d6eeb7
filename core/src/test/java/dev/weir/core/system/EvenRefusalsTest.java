package dev.weir.core.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvenRefusalsTest {

  @Test
  void thirtyPerCentAreThreeOfTen() {
    assertThat(pattern(0.3, 20)).isEqualTo("...x..x..x...x..x..x");
  }

  @Test
  void nothingIsRefusedOfAShareOfNone() {
    assertThat(pattern(0, 10)).isEqualTo("..........");
  }

  @Test
  void allAreRefusedOfAShareOfAll() {
    assertThat(pattern(1, 10)).isEqualTo("xxxxxxxxxx");
  }

  /** In any stretch of n calls, the whole number below or above n times the share. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.07, 0.1, 1 / 3.0, 0.5, 0.77, 0.99})
  void everyStretchHoldsItsShare(double share) {
    String calls = pattern(share, 2_000);
    for (int length : new int[] {1, 7, 10, 100, 999}) {
      for (int from = 0; from + length <= calls.length(); from++) {
        long refused = calls.substring(from, from + length).chars().filter(c -> c == 'x').count();
        assertThat(refused - length * share).isBetween(-1.000_001, 1.000_001);
      }
    }
  }

  @Test
  void threadsTogetherRefuseTheShareExactly() throws InterruptedException {
    EvenRefusals refusals = new EvenRefusals();
    AtomicLong refused = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int call = 0; call < 100_000; call++) {
                  if (refusals.refuses(EvenRefusals.step(0.3))) {
                    refused.incrementAndGet();
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(refused).hasValue(240_000);
  }

  private static String pattern(double share, int calls) {
    EvenRefusals refusals = new EvenRefusals();
    StringBuilder pattern = new StringBuilder();
    for (int i = 0; i < calls; i++) {
      pattern.append(refusals.refuses(EvenRefusals.step(share)) ? 'x' : '.');
    }
    return pattern.toString();
  }
}
