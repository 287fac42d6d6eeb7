package dev.weir.core.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Outcome;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OverloadTest {

  /** As libraries have it: a name, and no supertype that would tell. */
  private static final class PoolTimeoutException extends IOException {
    private static final long serialVersionUID = 1;
  }

  /** A name that tells, further up. */
  private static final class SlowPoolException extends SocketTimeoutException {
    private static final long serialVersionUID = 1;
  }

  static List<Throwable> tooMuch() {
    return List.of(
        new TimeoutException(),
        new SocketTimeoutException(),
        new SQLTimeoutException(),
        new PoolTimeoutException(),
        new SlowPoolException(),
        new RejectedExecutionException(),
        new ConnectException("Connection refused"),
        new CompletionException(new IOException(new SocketTimeoutException())));
  }

  @ParameterizedTest
  @MethodSource("tooMuch")
  void timeoutsAndRejectionsAreOverloads(Throwable thrown) {
    assertThat(Overload.isIn(Outcome.threw(thrown, null))).isTrue();
  }

  static List<Throwable> other() {
    return List.of(new IllegalStateException(), new IOException("closed"), circle());
  }

  private static Throwable circle() {
    IllegalStateException one = new IllegalStateException();
    one.initCause(new IllegalArgumentException(one));
    return one;
  }

  @ParameterizedTest
  @MethodSource("other")
  void otherFailuresAreNot(Throwable thrown) {
    assertThat(Overload.isIn(Outcome.threw(thrown, null))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503, 504})
  void statusThatSaysSoIs(int status) {
    assertThat(Overload.isIn(Outcome.status(status))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 200, 404, 500, 501, 502})
  void otherStatusIsNot(int status) {
    assertThat(Overload.isIn(Outcome.status(status))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"08001", "53300", "HYT00"})
  void exhaustedDatabaseIs(String state) {
    assertThat(Overload.isIn(Outcome.threw(new SQLException("", state), state))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"23505", "42000"})
  void otherStateIsNot(String state) {
    assertThat(Overload.isIn(Outcome.threw(new SQLException("", state), state))).isFalse();
  }
}
