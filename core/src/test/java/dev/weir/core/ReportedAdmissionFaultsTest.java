package dev.weir.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Keying.Absent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * What users of other limiters reported of admission, each with the value that is right. Of pacing
 * (Sentinel#1615) see {@code PacedSlotTest}, of warm-up (Sentinel#953, #2184) {@code WarmUpTest}.
 */
class ReportedAdmissionFaultsTest {

  private static final long SECOND = Rulebook.SECOND;

  private final FakeTicker ticker = new FakeTicker();
  private final Engine engine = new Engine(ticker);

  /** Sentinel#1620, #628: the limit is checked first and counted later. */
  @Test
  void anyNumberOfThreadsGetsExactlyTheLimit() throws InterruptedException {
    apply(Rulebook.perSecond(500));
    int threads = 64;
    AtomicInteger admitted = new AtomicInteger();
    CountDownLatch start = new CountDownLatch(1);
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      all[i] =
          new Thread(
              () -> {
                awaitStart(start);
                for (int call = 0; call < 200; call++) {
                  admitted.addAndGet(enter().isBlock() ? 0 : 1);
                }
              });
      all[i].start();
    }
    start.countDown();
    for (Thread thread : all) {
      thread.join();
    }
    assertThat(admitted).hasValue(500);
  }

  private static void awaitStart(CountDownLatch start) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sentinel#3366, #3058: keyed counters race on refill or removal. */
  @Test
  void counterOfAKeyInUseIsNeverRemovedOrRefilled() throws InterruptedException {
    KeyPart tenant = new KeyPart(Source.HEADER, "X-Tenant");
    Keying keying = new Keying(List.of(tenant), Map.of(), Absent.SHARED, 2);
    apply(new FlowRule(null, null, new Rate(100, SECOND), keying));
    AtomicInteger admitted = new AtomicInteger();
    assertThat(enter("acme").isBlock()).isFalse();
    Thread[] all = new Thread[8];
    for (int i = 0; i < all.length; i++) {
      int number = i;
      all[i] =
          new Thread(
              () -> {
                for (int call = 0; call < 500; call++) {
                  enter("other-" + number + '-' + call); // asks for room, again and again
                  admitted.addAndGet(enter("acme").isBlock() ? 0 : 1);
                }
              });
      all[i].start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    assertThat(admitted).hasValue(99);
  }

  /** Sentinel#2450: the rate is judged by calls that have ended. */
  @Test
  void callsThatAreStillRunningCountAgainstTheLimit() {
    apply(Rulebook.perSecond(3));
    for (int i = 0; i < 3; i++) {
      assertThat(enter().isBlock()).isFalse(); // and never ends
    }
    assertThat(enter().isBlock()).isTrue();
    assertThat(entry().inFlight()).isEqualTo(3);
  }

  /** Sentinel#2210, #1028, #224: graph and limiter use different windows. */
  @Test
  void statisticsNeverShowMoreThanTheLimitAndRefusalsSayWhatTheyCounted() {
    apply(Rulebook.perSecond(20));
    ticker.advance(SECOND / 2);
    for (int i = 0; i < 25; i++) {
      Verdict verdict = enter();
      if (verdict.isBlock()) {
        assertThat(verdict.message())
            .isEqualTo("flow.limit 20/s of entry \"a\": 20 calls were granted in the last 1 s");
      }
    }
    assertThat(entry().windows().second().calls().passed()).isEqualTo(20);
    ticker.advance(SECOND * 9 / 10);
    assertThat(enter().isBlock()).isTrue();
    assertThat(entry().windows().second().calls().passed()).isLessThanOrEqualTo(20);
  }

  /** resilience4j#822: extra calls at a cycle's edge. */
  @Test
  void noInstantRenewsALimitAsAWhole() {
    apply(Rulebook.perSecond(100));
    int[] granted = new int[3_000];
    for (int milli = 0; milli < granted.length; milli++) {
      for (int call = 0; call < (milli % 499 == 0 ? 100 : 1); call++) {
        granted[milli] += enter().isBlock() ? 0 : 1;
      }
      int lastSecond = 0;
      for (int i = Math.max(0, milli - 999); i <= milli; i++) {
        lastSecond += granted[i];
      }
      assertThat(lastSecond).isLessThanOrEqualTo(100);
      ticker.advance(SECOND / 1_000);
    }
  }

  /** resilience4j#1244: all limiters turn at the same instant. */
  @Test
  void limitsComeFreeWhenTheirOwnCallsLeave() {
    engine.apply(
        Rulebook.enforcing(
            Rulebook.entry("a", "web:GET /a", Rulebook.perSecond(1)),
            Rulebook.entry("b", "web:GET /b", Rulebook.perSecond(1))),
        Mode.ENFORCE);
    assertThat(enterPath("/a").isBlock()).isFalse();
    ticker.advance(SECOND * 3 / 10);
    assertThat(enterPath("/b").isBlock()).isFalse();
    ticker.advance(SECOND * 3 / 4);
    assertThat(enterPath("/a").isBlock()).isFalse();
    assertThat(enterPath("/b").isBlock()).isTrue();
  }

  /** Limits below one a second block everything in some peers. */
  @Test
  void halfACallPerSecondIsOneInTwo() {
    apply(new FlowRule(null, null, new Rate(1, 2 * SECOND))); // what 0.5/s is reduced to
    int admitted = 0;
    for (int tenth = 0; tenth < 200; tenth++) {
      admitted += enter().isBlock() ? 0 : 1;
      ticker.advance(SECOND / 10);
    }
    // At 0 s, and as soon as a period and a 64th of it have gone by, to a tenth of a second.
    assertThat(admitted).isBetween(9, 10);
  }

  private void apply(FlowRule rule) {
    engine.apply(Rulebook.enforcing(Rulebook.entry("a", "web:GET /a", rule)), Mode.ENFORCE);
  }

  private Verdict enter() {
    return enterPath("/a");
  }

  private Verdict enterPath(String path) {
    return judge(path).enter(ticker.nanos());
  }

  private Verdict enter(String tenant) {
    return judge("/a").enter(ticker.nanos(), part -> tenant);
  }

  private CallJudge judge(String path) {
    return Objects.requireNonNull(engine.web("GET", path, false));
  }

  private EntrySnapshot entry() {
    return engine.entries().get(0);
  }
}
