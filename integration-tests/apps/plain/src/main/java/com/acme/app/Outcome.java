package com.acme.app;

import java.lang.reflect.Array;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/** What a call gave, in words that go over a socket. */
public final class Outcome {

  private static final String BLOCKED = "dev.weir.bridge.BlockedException";

  private Outcome() {}

  /** The map that {@code body} gives, or what it threw. */
  public static Map<String, String> of(Callable<Map<String, String>> body) {
    try {
      return body.call();
    } catch (Throwable thrown) {
      return thrown(thrown);
    }
  }

  public static Map<String, String> value(Object value) {
    Map<String, String> outcome = new LinkedHashMap<>();
    outcome.put("value", text(value));
    outcome.put("type", value == null ? "null" : value.getClass().getName());
    return outcome;
  }

  private static String text(Object value) {
    if (value != null && value.getClass().isArray()) {
      return value.getClass().getComponentType() + "[" + Array.getLength(value) + "]";
    }
    return String.valueOf(value);
  }

  /** The exception, its causes, and what a refusal among them says of itself. */
  public static Map<String, String> thrown(Throwable thrown) {
    Map<String, String> outcome = new LinkedHashMap<>();
    outcome.put("thrown", thrown.getClass().getName());
    outcome.put("message", String.valueOf(thrown.getMessage()));
    StringBuilder causes = new StringBuilder();
    int depth = 0;
    for (Throwable t = thrown; t != null && depth++ < 20; t = t.getCause()) {
      causes.append(causes.length() == 0 ? "" : " <- ").append(t.getClass().getName());
      if (t.getClass().getName().equals(BLOCKED)) {
        describeRefusal(t, outcome);
      }
    }
    outcome.put("causes", causes.toString());
    outcome.put("suppressed", String.valueOf(thrown.getSuppressed().length));
    StackTraceElement[] frames = thrown.getStackTrace();
    outcome.put("frames", String.valueOf(frames.length));
    outcome.put("top", frames.length == 0 ? "" : frames[0].toString());
    if (thrown instanceof ClassFormatError || thrown instanceof LinkageError) {
      outcome.put("linkage", thrown.toString());
    }
    return outcome;
  }

  private static void describeRefusal(Throwable refusal, Map<String, String> outcome) {
    for (String accessor : new String[] {"resource", "entry", "rule", "reason", "retryAfter"}) {
      try {
        Object value = refusal.getClass().getMethod(accessor).invoke(refusal);
        outcome.put("blocked." + accessor, String.valueOf(value));
      } catch (ReflectiveOperationException e) {
        outcome.put("blocked." + accessor, e.toString());
      }
    }
    outcome.put("blocked.message", String.valueOf(refusal.getMessage()));
    outcome.put("blocked.loader", String.valueOf(refusal.getClass().getClassLoader()));
  }
}
