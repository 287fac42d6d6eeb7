package dev.weir.core.breaker;

/** What the end of a call counts as. One that is slow and failed counts as both. */
enum Ending {
  GOOD(false, false),
  SLOW(true, false),
  ERROR(false, true),
  SLOW_ERROR(true, true),
  /** Neither as success nor as failure: not at all. */
  UNCOUNTED(false, false);

  final boolean slow;
  final boolean error;

  Ending(boolean slow, boolean error) {
    this.slow = slow;
    this.error = error;
  }

  boolean isBad() {
    return slow || error;
  }

  /** The same of a call that was slow. */
  Ending slowly() {
    return switch (this) {
      case GOOD, SLOW -> SLOW;
      case ERROR, SLOW_ERROR -> SLOW_ERROR;
      case UNCOUNTED -> UNCOUNTED;
    };
  }
}
