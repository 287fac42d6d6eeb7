package com.acme.app;

import java.util.Map;

/** Reads {@link Hits}. */
public final class HitsCommands implements Commands {

  @Override
  public Map<String, String> run(String command, String[] arguments) {
    return Outcome.value(Hits.of(command));
  }
}
