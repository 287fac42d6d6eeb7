package dev.weir.bridge;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An admitted call that goes on after the method that began it returned. It ends once, whoever says
 * so first. As a {@link BiConsumer} it can be given to {@code CompletionStage.whenComplete}.
 */
public abstract class Call implements BiConsumer<@Nullable Object, @Nullable Throwable> {

  private final AtomicBoolean open = new AtomicBoolean(true);

  /** Ends the call; any but the first end does nothing. Never throws. */
  public final void end(@Nullable Throwable thrown, int status) {
    if (open.compareAndSet(true, false)) {
      try {
        ended(thrown, status);
      } catch (Throwable failure) {
        Bridge.failed(failure);
      }
    }
  }

  @Override
  public final void accept(@Nullable Object result, @Nullable Throwable thrown) {
    int status = 0;
    try {
      status = status(result);
    } catch (Throwable failure) {
      Bridge.failed(failure); // It ends all the same.
    }
    end(thrown, status);
  }

  /** The HTTP status of an asynchronous result, 0 where it has none. */
  protected int status(@Nullable Object result) {
    return 0;
  }

  /** Called exactly once. */
  protected abstract void ended(@Nullable Throwable thrown, int status);
}
