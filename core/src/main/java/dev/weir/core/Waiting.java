package dev.weir.core;

/** Says which threads may wait for a permit. */
public interface Waiting {

  /** All threads. */
  Waiting ALLOWED = new Waiting() { // linking a lambda would cost a start-up more than all of this
        @Override
        public boolean mayPark() {
          return true;
        }
      };

  /** No thread. */
  Waiting NEVER =
      new Waiting() {
        @Override
        public boolean mayPark() {
          return false;
        }
      };

  /**
   * Whether the current thread may be parked. An event loop may not: all it serves would wait, too.
   */
  boolean mayPark();
}
