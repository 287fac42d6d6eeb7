package dev.weir.core;

/**
 * Is told what happens in an engine, on the thread of the call that brought it about: it must be
 * quick and must not throw. Called by many threads.
 */
public interface EngineListener {

  /** Tells nobody. */
  EngineListener NONE =
      new EngineListener() { // linking a lambda would cost a start-up more than all of this
        @Override
        public void on(EngineEvent event) {}
      };

  void on(EngineEvent event);
}
