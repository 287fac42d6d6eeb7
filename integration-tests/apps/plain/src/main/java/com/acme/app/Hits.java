package com.acme.app;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** How often each body has run: what a refused call must not change. */
public final class Hits {

  private static final Map<String, AtomicLong> COUNTS = new ConcurrentHashMap<>();

  private Hits() {}

  public static void count(String body) {
    COUNTS.computeIfAbsent(body, key -> new AtomicLong()).incrementAndGet();
  }

  public static long of(String body) {
    AtomicLong count = COUNTS.get(body);
    return count == null ? 0 : count.get();
  }
}
