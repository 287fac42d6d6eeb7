package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.bridge.BlockedException;
import dev.weir.core.Outcome;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class OutcomesTest {

  private final BlockedException blocked =
      new BlockedException("x refused", "x", "entry", "flow", "flow", -1);

  @Test
  void returnWithoutExceptionHasItsStatus() {
    assertThat(Outcomes.of(null, 0)).isSameAs(Outcome.RETURNED);
    assertThat(Outcomes.of(null, 503)).isSameAs(Outcome.status(503));
    assertThat(Outcomes.of(null, 503).isFailed()).isTrue();
    assertThat(Outcomes.of(null, 499).isFailed()).isFalse();
  }

  @Test
  void refusalOfWeirsOwnIsNoJudgementAtAnyDepth() {
    assertThat(Outcomes.of(blocked, 0)).isSameAs(Outcome.GIVEN_UP);
    assertThat(Outcomes.of(new CompletionException(new IOException(blocked)), 0))
        .isSameAs(Outcome.GIVEN_UP);
  }

  @Test
  void callerThatGaveUpIsNoJudgement() {
    assertThat(Outcomes.of(new CancellationException(), 0)).isSameAs(Outcome.GIVEN_UP);
    assertThat(Outcomes.of(new IllegalStateException(new InterruptedException()), 0))
        .isSameAs(Outcome.GIVEN_UP);
  }

  @Test
  void clientThatWentAwayIsNoJudgement() {
    IOException gone =
        new org.apache.catalina.connector.ClientAbortException(new IOException("broken pipe"));
    assertThat(Outcomes.of(new IllegalStateException(gone), 0)).isSameAs(Outcome.GIVEN_UP);
  }

  @Test
  void sqlStateIsFoundInWhatFrameworksMakeOfIt() {
    SQLException duplicate = new SQLException("duplicate key", "23505");
    assertThat(Outcomes.of(duplicate, 0).sqlState()).isEqualTo("23505");
    assertThat(Outcomes.of(new IllegalStateException(duplicate), 0).sqlState()).isEqualTo("23505");
    assertThat(Outcomes.of(new IllegalStateException(), 0).sqlState()).isNull();
  }

  @Test
  void causesInACircleEnd() {
    IllegalStateException first = new IllegalStateException();
    first.initCause(new IllegalStateException(first));
    assertThat(Outcomes.of(first, 0).thrown()).isSameAs(first);
  }

  @Test
  void exceptionThatCannotTellItsCauseEndsItsCall() {
    RuntimeException odd =
        new RuntimeException() {
          @Override
          public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause today");
          }
        };
    assertThat(Outcomes.of(odd, 0).thrown()).isSameAs(odd);
  }

  @Test
  void failureAfterARefusalInsideTheCallIsNoJudgement() {
    OwnRefusals refusals = new OwnRefusals();
    assertThat(refusals.judge(Outcome.status(500), 100)).isSameAs(Outcome.status(500));
    refusals.add(150);
    assertThat(refusals.judge(Outcome.status(500), 100)).isSameAs(Outcome.GIVEN_UP);
    assertThat(refusals.judge(Outcome.threw(new IOException(), null), 150))
        .isSameAs(Outcome.GIVEN_UP);
    assertThat(refusals.judge(Outcome.status(200), 100)).isSameAs(Outcome.status(200));
    assertThat(refusals.judge(Outcome.status(500), 151)).isSameAs(Outcome.status(500));
  }

  @Test
  void retryAfterIsSecondsOrADate() {
    Instant now = Instant.parse("2026-11-30T08:00:00.5Z");
    assertThat(RetryAfter.nanos("120", now)).isEqualTo(Duration.ofMinutes(2).toNanos());
    assertThat(RetryAfter.nanos("0", now)).isZero();
    assertThat(RetryAfter.nanos("-1", now)).isEqualTo(-1);
    assertThat(RetryAfter.nanos("Mon, 30 Nov 2026 08:00:30 GMT", now))
        .isEqualTo(Duration.ofSeconds(29).toNanos());
    assertThat(RetryAfter.nanos("Mon, 30 Nov 2026 07:00:30 GMT", now)).isZero();
    assertThat(RetryAfter.nanos("soon", now)).isEqualTo(-1);
    assertThat(RetryAfter.nanos("99999999999", now)).isEqualTo(Duration.ofDays(365).toNanos());
    assertThat(RetryAfter.nanos(Optional.empty())).isEqualTo(-1);
  }
}
