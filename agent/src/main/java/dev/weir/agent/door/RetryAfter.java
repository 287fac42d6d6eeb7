package dev.weir.agent.door;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** The {@code Retry-After} of a response (RFC 9110, 10.2.3): seconds, or a date. */
final class RetryAfter {

  /** More than anyone waits; far from overflow. */
  private static final long MAX_SECONDS = 31_536_000;

  private RetryAfter() {}

  /** From now on; -1 where there is none that can be read. */
  static long nanos(Optional<String> header) {
    return header.isEmpty() ? -1 : nanos(header.get().trim(), Instant.now());
  }

  static long nanos(String header, Instant now) {
    try {
      return bounded(Long.parseLong(header));
    } catch (NumberFormatException ignored) {
      // not seconds: a date
    }
    try {
      Instant then = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(header));
      return bounded(Math.max(0, Duration.between(now, then).toSeconds()));
    } catch (DateTimeException | ArithmeticException ignored) {
      return -1; // as good as none
    }
  }

  private static long bounded(long seconds) {
    return seconds < 0 ? -1 : Duration.ofSeconds(Math.min(seconds, MAX_SECONDS)).toNanos();
  }
}
