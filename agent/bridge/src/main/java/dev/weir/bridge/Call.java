package dev.weir.bridge;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import jdk.internal.vm.annotation.ReservedStackAccess;
import org.jspecify.annotations.Nullable;

/**
 * An admitted call that goes on after the method that began it returned. It ends once, whoever says
 * so first. As a {@link BiConsumer} it can be given to {@code CompletionStage.whenComplete}.
 */
public abstract class Call implements BiConsumer<@Nullable Object, @Nullable Throwable> {

  private final AtomicBoolean open = new AtomicBoolean(true);

  /** Ends the call; any but the first end does nothing. Never throws. */
  @ReservedStackAccess
  public final void end(@Nullable Throwable thrown, int status) {
    if (open.compareAndSet(true, false)) {
      try {
        ended(thrown, status);
      } catch (Throwable failure) {
        Bridge.failed(failure);
      }
    }
  }

  @ReservedStackAccess
  @Override
  public final void accept(@Nullable Object result, @Nullable Throwable thrown) {
    if (open.compareAndSet(true, false)) {
      try {
        completed(result, thrown);
      } catch (Throwable failure) {
        Bridge.failed(failure);
      }
    }
  }

  /** It ended with a status, 0 where it has none. This or {@link #completed}, once. */
  protected abstract void ended(@Nullable Throwable thrown, int status);

  /** Its asynchronous result is there. */
  protected abstract void completed(@Nullable Object result, @Nullable Throwable thrown);
}
