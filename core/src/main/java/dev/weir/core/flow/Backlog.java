package dev.weir.core.flow;

import org.jspecify.annotations.Nullable;

/**
 * The instants that were reserved before a reload changed how far they lie apart. Times in
 * nanoseconds from one origin.
 *
 * @param end the last of them
 * @param spacing between them
 * @param floor before the first
 * @param earlier those before the reload before that
 */
record Backlog(long end, long spacing, long floor, @Nullable Backlog earlier) {

  /** What of a backlog is still to come, or null; each reload leaves one behind. */
  static @Nullable Backlog toCome(@Nullable Backlog backlog, long at) {
    if (backlog == null || backlog.end <= at) {
      return null; // the earlier ones have ended before
    }
    return new Backlog(backlog.end, backlog.spacing, backlog.floor, toCome(backlog.earlier, at));
  }

  /** How many are still to come. */
  long after(long at) {
    long count = earlier == null ? 0 : earlier.after(at);
    long from = Math.max(at, floor);
    return end <= from ? count : count + 1 + (end - from - 1) / spacing;
  }
}
