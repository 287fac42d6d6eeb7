package dev.weir.agent.door;

import org.jspecify.annotations.Nullable;

/**
 * Which request each thread is serving.
 *
 * <p>The context goes where the container goes: with the thread that it calls the first filter or
 * servlet on, and, by the request's attribute, with the thread of an asynchronous dispatch. It goes
 * neither to executors nor to threads that are started: what was handed over may run long after,
 * and a thread that inherits would serve a request for ever that ended long ago.
 *
 * <p>A cell for each thread, made before anything is put into it: putting something in and taking
 * it out are assignments then, which cannot fail half-way where a stack runs out.
 */
final class ServingThreads {

  /** What a thread served before, if that was nothing. */
  private static final Object NOTHING = new Object();

  /** Holds no object of the application. */
  @SuppressWarnings("ThreadLocalUsage") // as many as there are engines
  private final ThreadLocal<@Nullable Serving[]> cells = new ThreadLocal<>();

  /** What this thread serves, or null. */
  @Nullable Serving current() {
    @Nullable Serving[] cell = cells.get();
    return cell == null ? null : cell[0];
  }

  /**
   * This thread serves a request from now on.
   *
   * @param seen what the request's attribute holds
   * @return what it served before, for {@link #served}; null where nothing is to be undone, since
   *     it serves that request already, or nobody asked when it began
   */
  @Nullable Object serve(Object seen) {
    if (!(seen instanceof Serving serving)) {
      return null;
    }
    @Nullable Serving[] cell = cells.get();
    if (cell == null) {
      cell = new @Nullable Serving[1];
      cells.set(cell);
    }
    Serving before = cell[0];
    if (before == serving) {
      return null;
    }
    cell[0] = serving;
    return before == null ? NOTHING : before;
  }

  /** This thread serves again what {@link #serve} gave. */
  void served(Object before) {
    @Nullable Serving[] cell = cells.get();
    if (cell != null) {
      cell[0] = before instanceof Serving outer ? outer : null;
    }
  }
}
