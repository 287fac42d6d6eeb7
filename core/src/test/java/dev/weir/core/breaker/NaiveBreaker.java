package dev.weir.core.breaker;

import dev.weir.core.EngineEvent;
import dev.weir.core.breaker.BreakerRule.Force;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a breaker does, in the plainest way: it keeps every call with its times, and works
 * everything out anew whenever something happens. Of one thread. Times are from 0, when it was
 * made.
 */
final class NaiveBreaker {

  /** A call that was admitted. */
  static final class Admitted {
    final BreakerRule rule;
    final long start;
    final int generation;

    /** Whether it counts as slow while it is inside. */
    boolean followed;

    /** Where slices are counted from. */
    long followedFrom;

    Admitted(BreakerRule rule, long start, int generation) {
      this.rule = rule;
      this.start = start;
      this.generation = generation;
    }
  }

  /** How a call ended. */
  record End(boolean counted, boolean error, long retryAfter) {}

  record Event(EngineEvent.Type type, long at) {}

  private record Ended(long at, boolean slow, boolean error) {}

  private record Follower(long slowCall, long window, long from) {}

  final List<Event> events = new ArrayList<>();

  private BreakerRule rule;
  private String state;
  private long since;
  private int generation = 1;

  /** While closed. */
  private List<Ended> ended = new ArrayList<>();

  private List<Admitted> inside = new ArrayList<>();
  private final List<Follower> followers = new ArrayList<>();
  private boolean ramped;
  private double rampCredit;

  /** While open and half-open. */
  private int failedTrials;

  private long retryAfter;
  private List<Admitted> probes = new ArrayList<>();
  private int succeeded;

  NaiveBreaker(BreakerRule rule) {
    this.rule = rule;
    this.state = rule.force() == Force.OPEN ? "forced-open" : "closed";
    this.since = state.equals("closed") ? -1 : 0;
    follow(since);
  }

  String state() {
    return state.equals("closed") && rule.force() == Force.CLOSED ? "forced-closed" : state;
  }

  @Nullable Admitted ask(long now) {
    letTimePass(now);
    return switch (state) {
      case "forced-open" -> null;
      case "open" -> now < since + openFor() ? null : beginTrial(now);
      case "half-open" -> probes.size() + succeeded < rule.probes() ? probe(now) : null;
      default -> isRamp(now) ? askRamp(now) : admit(now);
    };
  }

  private Admitted beginTrial(long now) {
    to("half-open", now, EngineEvent.Type.BREAKER_HALF_OPEN);
    probes = new ArrayList<>();
    succeeded = 0;
    return probe(now);
  }

  private boolean isRamp(long now) {
    return ramped && now - since < rule.rampNanos() && rule.force() != Force.CLOSED;
  }

  private Admitted probe(long now) {
    Admitted probe = new Admitted(rule, now, generation);
    probes.add(probe);
    return probe;
  }

  private @Nullable Admitted askRamp(long now) {
    rampCredit += share(now);
    if (rampCredit < 1) {
      return null;
    }
    rampCredit -= 1;
    return admit(now);
  }

  /** In steps of 2^-30, rounded up. */
  private double share(long now) {
    return Math.ceil(0x1p30 * (now - since) / rule.rampNanos()) / 0x1p30;
  }

  private Admitted admit(long now) {
    Admitted call = new Admitted(rule, now, generation);
    for (Follower follower : followers) {
      if (rule.slowCallNanos() == follower.slowCall && rule.windowNanos() == follower.window) {
        call.followed = true;
        call.followedFrom = follower.from;
      }
    }
    inside.add(call);
    return call;
  }

  /** Right after it was admitted. */
  void undo(Admitted call, long now) {
    if (call.generation != generation) {
      return;
    }
    if (inside.remove(call) && isRamp(now)) {
      rampCredit += 1 - share(now);
    }
    probes.remove(call);
  }

  void end(Admitted call, End end, long now) {
    if (call.generation != generation) {
      return;
    }
    if (state.equals("half-open")) {
      letTimePass(now);
      if (state.equals("half-open") && call.generation == generation) {
        endProbe(call, end, now);
      }
      return;
    }
    inside.remove(call);
    if (end.counted) {
      ended.add(new Ended(now, isSlow(call, now), end.error));
      judge(now, end.error ? end.retryAfter : -1);
    }
  }

  private static boolean isSlow(Admitted call, long now) {
    return call.rule.slowCallNanos() > 0 && now - call.start > call.rule.slowCallNanos();
  }

  private void endProbe(Admitted probe, End end, long now) {
    probes.remove(probe);
    if (!end.counted) {
      return;
    }
    if (end.error || isSlow(probe, now)) {
      reopen(now, end.error ? end.retryAfter : -1);
    } else if (++succeeded >= rule.probes()) {
      close(now, true);
    }
  }

  private void letTimePass(long now) {
    if (state.equals("closed")) {
      judge(now, -1);
    }
    if (state.equals("half-open")) {
      if (succeeded >= rule.probes()) {
        close(now, true);
        return;
      }
      long most = rule.probeTimeoutNanos();
      if (rule.slowCallNanos() > 0) {
        most = Math.min(most, rule.slowCallNanos());
      }
      long deadline = Long.MAX_VALUE;
      for (Admitted probe : probes) {
        deadline = Math.min(deadline, probe.start + most);
      }
      if (now > deadline) {
        reopen(deadline, -1);
      }
    }
  }

  private void reopen(long at, long retryAfter) {
    failedTrials++;
    this.retryAfter = retryAfter;
    to("open", at, EngineEvent.Type.BREAKER_OPENED);
  }

  private long openFor() {
    double doubled = rule.openForNanos() * Math.pow(2, failedTrials);
    long own = (long) Math.min(doubled, (double) rule.maxOpenForNanos());
    return Math.max(own, Math.min(retryAfter, rule.maxOpenForNanos()));
  }

  private void close(long now, boolean ramped) {
    to("closed", now, EngineEvent.Type.BREAKER_CLOSED);
    ended = new ArrayList<>();
    inside = new ArrayList<>();
    this.ramped = ramped;
    rampCredit = 1;
    followers.clear();
    follow(now);
  }

  private void to(String next, long at, EngineEvent.Type type) {
    state = next;
    since = at;
    generation++;
    events.add(new Event(type, at));
  }

  private void follow(long from) {
    if (rule.slowCallNanos() == 0) {
      followers.clear();
      inside.forEach(call -> call.followed = false);
    } else if (followers.stream()
        .noneMatch(f -> f.slowCall == rule.slowCallNanos() && f.window == rule.windowNanos())) {
      followers.add(new Follower(rule.slowCallNanos(), rule.windowNanos(), from));
    }
  }

  // What it has counted.

  private long bucket(long at) {
    return Math.floorDiv(at - since, rule.windowNanos() / 40);
  }

  /** Calls that ended in the newest buckets: {total, slow, errors}. */
  private int[] counts(long now, int buckets) {
    int[] counts = new int[3];
    for (Ended call : ended) {
      if (bucket(now) - bucket(call.at) < buckets) {
        counts[0]++;
        counts[1] += call.slow ? 1 : 0;
        counts[2] += call.error ? 1 : 0;
      }
    }
    return counts;
  }

  int[] window(long now) {
    return state.equals("closed") ? counts(now, 41) : new int[3];
  }

  int overdue(long now) {
    return state.equals("closed")
        ? (int) inside.stream().filter(c -> isOverdue(c, now)).count()
        : 0;
  }

  private static boolean isOverdue(Admitted call, long now) {
    if (!call.followed) {
      return false;
    }
    long slowCall = call.rule.slowCallNanos();
    long window = call.rule.windowNanos();
    long slice = Math.max(slowCall / 16, (slowCall + window - 1) / 250 + 1);
    // All calls that may have begun in its slice are slow: the last of them for as long as this.
    long sliceNumber = (call.start - call.followedFrom) / slice;
    long last = call.followedFrom + (sliceNumber + 1) * slice - 1;
    long slices = (window + slice - 1) / slice;
    return now - last > slowCall && now - last <= slowCall + slices * slice;
  }

  private void judge(long now, long retryAfter) {
    if (rule.force() == Force.CLOSED || now < rule.graceNanos()) {
      return;
    }
    int[] whole = counts(now, 41);
    int[] tenth = counts(now, 5);
    int overdue = rule.slowCallNanos() == 0 ? 0 : overdue(now);
    boolean bound = rule.confidence() > 0;
    boolean opens =
        (rule.errorCount() > 0 && whole[2] >= rule.errorCount())
            || reached(rule.slowRatio(), whole[1] + overdue, whole[0] + overdue)
            || (bound && reached(rule.slowRatio(), tenth[1] + overdue, tenth[0] + overdue))
            || reached(rule.errorRatio(), whole[2], whole[0])
            || (bound && reached(rule.errorRatio(), tenth[2], tenth[0]));
    if (opens) {
      failedTrials = 0;
      this.retryAfter = retryAfter;
      to("open", now, EngineEvent.Type.BREAKER_OPENED);
    }
  }

  private boolean reached(double ratio, int bad, int total) {
    if (Double.isNaN(ratio) || total < rule.minCalls()) {
      return false;
    }
    double share = (double) bad / total;
    if (rule.confidence() == 0 || ratio == 1) {
      return share >= ratio - 1e-9;
    }
    return lowerBound(share, total, z(rule.confidence())) >= ratio - 1e-9;
  }

  /** Of the Wilson score interval, as textbooks have it. */
  static double lowerBound(double share, double total, double z) {
    double centre = share + z * z / (2 * total);
    double half = z * Math.sqrt((share * (1 - share) + z * z / (4 * total)) / total);
    return (centre - half) / (1 + z * z / total);
  }

  /** As tables have it. */
  static double z(double confidence) {
    if (confidence == 0.9) {
      return 1.6448536269514722;
    }
    if (confidence == 0.95) {
      return 1.959963984540054;
    }
    if (confidence == 0.99) {
      return 2.5758293035489004;
    }
    throw new IllegalArgumentException("not in the table: " + confidence);
  }

  // Reload.

  void reload(BreakerRule next, long now) {
    BreakerRule before = rule;
    String was = state();
    if (state.equals("closed") && next.force() != Force.OPEN) {
      carry(before, next, now);
    }
    rule = next;
    if (next.force() == Force.OPEN) {
      if (!state.equals("forced-open")) {
        to("forced-open", now, EngineEvent.Type.BREAKER_OPENED);
      }
    } else if (state.equals("forced-open")) {
      close(now, next.force() == Force.NONE);
    } else if (state.equals("closed")) {
      follow(now);
      if (!was.equals(state())) {
        events.add(new Event(EngineEvent.Type.BREAKER_CLOSED, now));
      }
    } else if (next.force() == Force.CLOSED) {
      close(now, false);
    } else {
      letTimePass(now);
    }
  }

  /** Calls of another window count at the last instant of their bucket. */
  private void carry(BreakerRule before, BreakerRule next, long now) {
    if (before.windowNanos() == next.windowNanos()) {
      return;
    }
    List<Ended> carried = new ArrayList<>();
    long bucketNanos = before.windowNanos() / 40;
    for (Ended call : ended) {
      if (bucket(now) - bucket(call.at) < 41) {
        long at = Math.min(now, since + (bucket(call.at) + 1) * bucketNanos - 1);
        carried.add(new Ended(at, call.slow, call.error));
      }
    }
    long nextBucket = next.windowNanos() / 40;
    carried.removeIf(
        call ->
            Math.floorDiv(now - since, nextBucket) - Math.floorDiv(call.at - since, nextBucket)
                >= 41);
    ended = carried;
  }
}
