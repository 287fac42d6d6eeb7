package dev.weir.core.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.FakeTicker;
import org.junit.jupiter.api.Test;

class SlidingWindowTest {

  private static final long SECOND = 1_000_000_000;
  private static final long MILLI = 1_000_000;

  private final FakeTicker ticker = new FakeTicker(Long.MAX_VALUE - 3 * SECOND);
  private SlidingWindow window = new SlidingWindow(ticker, new Rate(100, SECOND));

  @Test
  void firstBurstGetsTheWholeLimitAndNoMore() {
    assertThat(grants(1000)).isEqualTo(100);
  }

  @Test
  void burstIsGrantedAgainAfterAPeriodAndABucketAtMost() {
    ticker.advance(499 * MILLI);
    assertThat(grants(1000)).isEqualTo(100);
    ticker.advance(SECOND - 1);
    assertThat(grants(1000)).isZero();
    ticker.advance(SECOND / 64);
    assertThat(grants(1000)).isEqualTo(100);
  }

  @Test
  void everyBucketOfAPeriodCounts() {
    window = new SlidingWindow(ticker, new Rate(64, SECOND));
    for (int bucket = 0; bucket < 64; bucket++) {
      assertThat(grants(1)).isEqualTo(1);
      ticker.advance(SECOND / 64);
    }
    // A period after the first grant its bucket still counts, a bucket later no more.
    assertThat(grants(10)).isZero();
    ticker.advance(SECOND / 64);
    assertThat(grants(10)).isEqualTo(1);
  }

  @Test
  void burstAfterYearsOfIdlenessGetsTheWholeLimit() {
    assertThat(grants(1000)).isEqualTo(100);
    ticker.advance(200L * 365 * 86_400 * SECOND);
    assertThat(grants(1000)).isEqualTo(100);
    assertThat(grants(1000)).isZero();
  }

  @Test
  void clockThatStepsBackIsTakenForTheLatestTimeSeen() {
    ticker.advance(10 * SECOND);
    assertThat(grants(60)).isEqualTo(60);
    ticker.advance(-5 * SECOND);
    assertThat(grants(1000)).isEqualTo(40);
    ticker.advance(5 * SECOND + SECOND / 2);
    assertThat(grants(1000)).isZero();
  }

  @Test
  void retryAfterIsWhenThePermitComesFree() {
    ticker.advance(123_456_789);
    assertThat(grants(1)).isEqualTo(1);
    ticker.advance(300 * MILLI);
    assertThat(grants(1000)).isEqualTo(99);
    long retryAfter = window.retryAfterNanos(ticker.nanos());
    ticker.advance(retryAfter - 1);
    assertThat(grants(1000)).isZero();
    ticker.advance(1);
    assertThat(grants(1000)).isEqualTo(1);
  }

  @Test
  void retryAfterALoweredLimitWaitsUntilEnoughHasLeft() {
    assertThat(grants(50)).isEqualTo(50);
    ticker.advance(SECOND / 2);
    assertThat(grants(50)).isEqualTo(50);
    window.limit(60);
    long retryAfter = window.retryAfterNanos(ticker.nanos());
    ticker.advance(retryAfter - 1);
    assertThat(grants(1000)).isZero();
    ticker.advance(1);
    assertThat(grants(1000)).isEqualTo(10);
  }

  @Test
  void limitOfZeroRefusesAllAndKnowsNoRetry() {
    window = new SlidingWindow(ticker, new Rate(0, SECOND));
    assertThat(grants(10)).isZero();
    assertThat(window.retryAfterNanos(ticker.nanos())).isEqualTo(-1);
  }

  @Test
  void undoneGrantIsFreeAgainInItsBucketAndLater() {
    long permit = window.take(ticker.nanos());
    assertThat(grants(1000)).isEqualTo(99);
    window.undo(permit);
    assertThat(grants(1000)).isEqualTo(1);

    ticker.advance(2 * SECOND);
    long early = window.take(ticker.nanos());
    ticker.advance(SECOND / 2);
    assertThat(grants(1000)).isEqualTo(99);
    window.undo(early);
    assertThat(grants(1000)).isEqualTo(1);
  }

  @Test
  void undoOfAGrantThatLeftTheWindowChangesNothing() {
    long permit = window.take(ticker.nanos());
    ticker.advance(5 * SECOND);
    assertThat(grants(1000)).isEqualTo(100);
    window.undo(permit);
    assertThat(grants(1000)).isZero();
  }

  @Test
  void successorKnowsWhatWasGrantedWithinItsPeriod() {
    window = new SlidingWindow(ticker, new Rate(100, 2 * SECOND));
    assertThat(grants(30)).isEqualTo(30);
    ticker.advance(1500 * MILLI);
    assertThat(grants(30)).isEqualTo(30);
    window.retire(new FlowRule(null, null, new Rate(50, SECOND)));
    assertThat(window.take(ticker.nanos())).isEqualTo(SlidingWindow.RETIRED);
    window = (SlidingWindow) window.successor(0);
    assertThat(window.granted()).isEqualTo(30);
    assertThat(grants(1000)).isEqualTo(20);
    ticker.advance(SECOND + SECOND / 32);
    assertThat(grants(1000)).isEqualTo(50);
  }

  @Test
  void successorOfAWholeDayDoesNotReachIntoTheFuture() {
    window = new SlidingWindow(ticker, new Rate(10, 86_400 * SECOND));
    ticker.advance(SECOND);
    assertThat(grants(100)).isEqualTo(10);
    window.retire(new FlowRule(null, null, new Rate(10, SECOND)));
    window = (SlidingWindow) window.successor(0);
    assertThat(grants(100)).isZero();
    ticker.advance(SECOND + SECOND / 64);
    assertThat(grants(100)).isEqualTo(10);
  }

  private int grants(int calls) {
    int granted = 0;
    for (int i = 0; i < calls; i++) {
      if (window.take(ticker.nanos()) >= 0) {
        granted++;
      }
    }
    return granted;
  }
}
