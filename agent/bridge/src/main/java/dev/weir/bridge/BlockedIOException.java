package dev.weir.bridge;

import java.io.IOException;

/** An outbound call was refused; the cause is the {@link BlockedException} that says why. */
public final class BlockedIOException extends IOException {

  private static final long serialVersionUID = 1L;

  public BlockedIOException(BlockedException cause) {
    super(cause.getMessage(), cause);
  }

  /** A refusal must stay cheap: no stack trace. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
