package dev.weir.bridge;

import org.jspecify.annotations.Nullable;

/**
 * What a refused call gets instead of its body's result. Immutable by agreement: arrays are shared.
 */
public final class Answer {

  private static final String[] NO_HEADERS = {};
  private static final byte[] NO_BODY = {};

  private final @Nullable Throwable thrown;
  private final @Nullable Object value;
  private final int status;
  private final String[] headers;
  private final byte[] body;

  private Answer(
      @Nullable Throwable thrown,
      @Nullable Object value,
      int status,
      String[] headers,
      byte[] body) {
    this.thrown = thrown;
    this.value = value;
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** The call throws {@code thrown}. */
  public static Answer throwing(Throwable thrown) {
    return new Answer(thrown, null, 0, NO_HEADERS, NO_BODY);
  }

  /** The call returns {@code value}. */
  public static Answer returning(@Nullable Object value) {
    return new Answer(null, value, 0, NO_HEADERS, NO_BODY);
  }

  /**
   * The request gets a response.
   *
   * @param headers names and values in turn
   */
  public static Answer responding(int status, String[] headers, byte[] body) {
    return new Answer(null, null, status, headers, body);
  }

  @Nullable Throwable thrown() {
    return thrown;
  }

  @Nullable Object value() {
    return value;
  }

  int status() {
    return status;
  }

  String[] headers() {
    return headers;
  }

  byte[] body() {
    return body;
  }
}
