package dev.weir.examples;

import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Open-loop load: requests leave when their time has come, whether or not earlier ones were
 * answered, as the requests of independent users do. Gaps are random, the seed is fixed.
 */
final class Traffic {

  /** A bound, not a target: beyond it requests are left out rather than piled up. */
  private static final int MAX_IN_FLIGHT = 256;

  private static final long SEED = 20_261_130;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final List<Source> sources;
  private final Map<String, Outside> seen = new ConcurrentHashMap<>();
  private final Semaphore inFlight = new Semaphore(MAX_IN_FLIGHT);
  private final LongAdder sent = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Thread sender = new Thread(this::send, "traffic");
  private volatile boolean running = true;

  private Traffic(List<Source> sources) {
    this.sources = sources;
  }

  static Traffic start(List<Source> sources) {
    Traffic traffic = new Traffic(sources);
    traffic.sender.setDaemon(true);
    traffic.sender.start();
    return traffic;
  }

  /** What was seen of the entry so far. */
  Outside seen(String entry) {
    return seen.computeIfAbsent(entry, unseen -> new Outside());
  }

  long sent() {
    return sent.sum();
  }

  /** Requests that got no answer, or one that is neither an admission nor a refusal. */
  long failed() {
    return failed.sum();
  }

  /** Stops sending and waits for the answers that are still out. */
  void stop() throws InterruptedException {
    running = false;
    sender.join();
    if (inFlight.tryAcquire(MAX_IN_FLIGHT, 10, TimeUnit.SECONDS)) {
      inFlight.release(MAX_IN_FLIGHT);
    }
  }

  private void send() {
    Random random = new Random(SEED);
    long[] next = new long[sources.size()];
    long begin = System.nanoTime();
    for (int i = 0; i < next.length; i++) {
      next[i] = begin + gapNanos(random, sources.get(i));
    }
    while (running) {
      int soonest = 0;
      for (int i = 1; i < next.length; i++) {
        if (next[i] - next[soonest] < 0) {
          soonest = i;
        }
      }
      long wait = next[soonest] - System.nanoTime();
      if (wait > 0) {
        // At most a little at a time, so that stopping does not wait for a rare request.
        LockSupport.parkNanos(Math.min(wait, 50_000_000L));
        continue;
      }
      Source source = sources.get(soonest);
      next[soonest] += gapNanos(random, source);
      send(source);
    }
  }

  /** Exponential, as between independent arrivals. */
  private static long gapNanos(Random random, Source source) {
    return (long) (-Math.log(1 - random.nextDouble()) / source.perSecond() * 1e9);
  }

  private void send(Source source) {
    if (!inFlight.tryAcquire()) {
      return;
    }
    sent.increment();
    long sentNanos = System.nanoTime();
    // Every outcome is seen in answered.
    var unused =
        client
            .sendAsync(source.request(), BodyHandlers.ofString())
            .whenComplete((response, failure) -> answered(source, sentNanos, response));
  }

  private void answered(Source source, long sentNanos, @Nullable HttpResponse<String> response) {
    long answeredNanos = System.nanoTime();
    boolean known = response != null;
    if (response != null) {
      // All sights are noted; the first is what the request was sent for.
      List<Sight> sights = source.sights();
      for (int i = sights.size() - 1; i >= 0; i--) {
        known = note(sights.get(i), response, sentNanos, answeredNanos);
      }
    }
    if (!known) {
      failed.increment();
    }
    inFlight.release();
  }

  private boolean note(
      Sight sight, HttpResponse<String> response, long sentNanos, long answeredNanos) {
    boolean admitted = sight.admitted().test(response);
    if (!admitted && !sight.refused().test(response)) {
      return false;
    }
    seen(sight.entry()).note(admitted, sentNanos, answeredNanos);
    return true;
  }
}
