package dev.weir.core.flow;

import dev.weir.core.Ticker;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/*
 * THE CONTRACT. Calls are granted instants. In any interval of length t lie at most
 * t / spacing + burst of them, where the spacing is period / calls, rounded up to a nanosecond; with
 * a burst of 1 that is: two instants are never closer than the spacing. A call whose instant lies
 * in the future waits for it. Instants are given in the order in which calls came. All that is
 * decided is decided by one compare-and-set of one word, so that it is exact for any number of
 * threads: so many wait as may, and each that could have been granted an instant was.
 *
 * THE ALGORITHM is the generic cell rate algorithm in its form of virtual scheduling (ITU-T
 * Recommendation I.371, annex A; the ATM Forum's Traffic Management 4.0, 4.4.2). The word holds `due`,
 * the theoretical arrival time: when the next call would come if all kept the spacing. With the
 * tolerance (burst - 1) * spacing,
 *
 *                     due - tolerance <= now          otherwise
 *     granted         now                             due - tolerance, if that is within max-wait
 *     due becomes     max(due, now) + spacing         due + spacing
 *
 * It is the token bucket of `burst` tokens: (due - now) / spacing of them are used. A rule with
 * max-wait alone is one with a burst of 1, where the granted instants are evenly spaced.
 *
 * THE BOUND. Every grant moves `due` on by at least the spacing, and none was made before
 * due - tolerance. So of n grants, in the order of their compare-and-sets, the last is no earlier than
 * first + (n - 1) * spacing - tolerance: n <= t / spacing + burst. It holds for callers that read the
 * clock long ago, too.
 *
 * UNDO. Where the last grant is undone `due` goes back by the spacing, which leaves what was before:
 * a call that then comes gets the same instants. Another that is undone is lost, since those behind it
 * have been told theirs; the caller counts it. Its slot would be worth most where many are
 * interrupted at once, but handing it on would take a queue of threads, and the lock or the
 * allocations of one.
 *
 * A RELOAD that changes the spacing or the burst closes the word, and whoever meets a closed one
 * makes the successor. Instants that are given stay. What is used of the bucket stays used, counted
 * in calls: as time it would block for long where 1/m becomes 1000/s. The bound then holds with the
 * larger rate and the larger burst: a bucket of those would have had as many tokens at any time.
 * Each grant is also counted, at its instant, by a window that has no limit: where a reload has calls
 * counted from now on, their window begins with that. It also holds what a window granted before this,
 * so that an edit that is taken back within a period forgets nothing, and makes nothing up.
 *
 * REJECTED.
 *   - Milliseconds (Sentinel#1615): at 1500/s a spacing of 0.67 ms becomes 0 or 1.
 *   - Fractions of nanoseconds: exact rates, for a word of half the reach. 0.1 % at 1e6/s.
 *   - Sleeping, then asking again: no order among those that wait, and herds.
 *   - A queue of waiting threads with a timer that releases them: a thread, and a hand-over each.
 *   - Counting who waits beside the word: two words cannot be decided on at once. Who waits is
 *     those whose instants are to come, which the one word says: (due - tolerance - now) / spacing.
 */

/** Instants for calls, spaced out, by one atomic word. Thread-safe, lock-free. */
final class Pacer implements Meter {

  private static final AtomicLongFieldUpdater<Pacer> WORD =
      AtomicLongFieldUpdater.newUpdater(Pacer.class, "word");

  private static final long CLOSED = 1;

  /** Of a permit: the call goes at once. */
  private static final long AT_ONCE = 1;

  /**
   * What the ticker's readings are at the beginning, from the origin. Far enough from 0 for clocks
   * that step back, and for permits to be no turn of a {@link SlidingWindow}.
   */
  static final long BEGINNING = 1L << 60;

  private final Ticker ticker;
  private final long origin;
  private final FlowRule rule;
  private final long calls;
  private final long spacing;
  private final long tolerance;

  /** Up to which reserved instants are those of {@link #backlog}. */
  private final long floor;

  private final @Nullable Backlog backlog;

  /** How far the spacing is above the one of the limit; null where it is not. */
  private final @Nullable Warmth warmth;

  /** What was granted in the last period, at its instants; a window to come begins with it. */
  private final SlidingWindow tally;

  private volatile @Nullable FlowRule next;

  /** [due, in nanoseconds from the origin | closed]. */
  private volatile long word;

  /**
   * Of a rule that has granted nothing yet: its next call was due an age ago.
   *
   * @param origin which its permits are counted from, so that they mean the same to a successor;
   *     {@link #BEGINNING} before the ticker's reading when the rule began
   */
  Pacer(Ticker ticker, long origin, FlowRule rule) {
    this(ticker, origin, rule, 0, null, Warmth.of(rule, ticker), tally(ticker, rule));
  }

  private Pacer(
      Ticker ticker,
      long origin,
      FlowRule rule,
      long due,
      @Nullable Backlog backlog,
      @Nullable Warmth warmth,
      SlidingWindow tally) {
    this.ticker = ticker;
    this.origin = origin;
    this.rule = rule;
    this.calls = rule.limit().calls();
    this.spacing = rule.limit().spacingNanos();
    this.tolerance = (burst(rule) - 1) * spacing;
    this.warmth = warmth;
    this.floor = last(due);
    this.backlog = backlog;
    this.tally = tally;
    this.word = due << 1;
  }

  private static SlidingWindow tally(Ticker ticker, FlowRule rule) {
    return new SlidingWindow(ticker, new Rate(Rate.MAX_CALLS, tallyNanos(rule)));
  }

  /** A period, and as far as instants may lie in the future: the latest of them ends the tally. */
  private static long tallyNanos(FlowRule rule) {
    Pacing pacing = rule.pacing();
    return rule.limit().periodNanos() + (pacing == null ? 0 : pacing.maxWaitNanos());
  }

  /**
   * Of a rule whose calls were counted by a window. No call waits longer than a period for that.
   */
  static Pacer after(SlidingWindow window, Ticker ticker, long origin, FlowRule rule) {
    long longestNanos = Math.max(window.periodNanos(), rule.limit().periodNanos());
    long spacing = rule.limit().spacingNanos();
    long most = (burst(rule) - 1) * spacing + longestNanos;
    long due = window.due(spacing, most, origin) - origin;
    Warmth warmth = Warmth.after(window.warmth(), rule, ticker);
    return new Pacer(
        ticker,
        origin,
        rule,
        due,
        null,
        warmth,
        window.tally(Math.max(window.periodNanos(), tallyNanos(rule))));
  }

  private static long burst(FlowRule rule) {
    Pacing pacing = rule.pacing();
    return pacing == null ? 1 : pacing.burst();
  }

  @Override
  public long take(long now) {
    return take(now, 0, 0);
  }

  /**
   * Grants an instant.
   *
   * @param maxWaitNanos how far it may lie in the future
   * @param maxWaiting how many may be waiting with this one, if it waits
   * @return the permit, for {@link #delayNanos(long, long, long)} and {@link #undo}; or {@link
   *     #REFUSED} or {@link #RETIRED}
   */
  long take(long now, long maxWaitNanos, int maxWaiting) {
    for (; ; ) {
      long seen = word;
      if ((seen & CLOSED) != 0) {
        return RETIRED;
      }
      long due = seen >> 1;
      long at = now - origin;
      long earliest = due - tolerance;
      if (calls == 0 || !mayGo(due, at, maxWaitNanos, maxWaiting)) {
        return REFUSED;
      }
      notice(due, at);
      // Before it is granted, so that whoever retires this finds it counted: too often where two
      // threads race.
      tally.take(origin + Math.max(earliest, at));
      long after = (earliest <= at ? Math.max(due, at) : due) + spacing(Math.max(earliest, at));
      if (WORD.compareAndSet(this, seen, after << 1)) {
        return earliest <= at ? after << 1 | AT_ONCE : earliest << 1;
      }
    }
  }

  /** From a call that is granted that instant to the next. */
  private long spacing(long instant) {
    return warmth == null ? spacing : warmth.spacing(rule.limit(), origin + instant);
  }

  /** A call that comes when it is due, or at most a spacing later, is load. */
  private void notice(long due, long at) {
    if (warmth != null) {
      warmth.head(at - due <= spacing(at), origin + at, origin + Math.min(due, at));
    }
  }

  private boolean mayGo(long due, long at, long maxWaitNanos, int maxWaiting) {
    long wait = due - tolerance - at;
    return wait <= 0
        || (wait <= maxWaitNanos
            && (maxWaiting == Integer.MAX_VALUE || mostWaiting(due, at) < maxWaiting));
  }

  @Override
  public long look(long now) {
    return look(now, 0, 0);
  }

  /** What {@link #take(long, long, int)} would say now; takes nothing. */
  long look(long now, long maxWaitNanos, int maxWaiting) {
    long seen = word;
    if ((seen & CLOSED) != 0) {
      return RETIRED;
    }
    return calls != 0 && mayGo(seen >> 1, now - origin, maxWaitNanos, maxWaiting) ? 0 : REFUSED;
  }

  /**
   * How long a call must wait that a meter granted {@code permit}.
   *
   * @param origin of the pacers of its rule
   */
  static long delayNanos(long permit, long arrival, long origin) {
    boolean atOnce = permit < BEGINNING || (permit & AT_ONCE) != 0;
    return atOnce ? 0 : Math.max(0, (permit >> 1) - (arrival - origin));
  }

  @Override
  public boolean undo(long permit) {
    long at = permit >> 1;
    if ((permit & AT_ONCE) != 0) {
      return WORD.compareAndSet(this, at << 1, (at - spacing) << 1);
    }
    // Where the rule has turned to cool down meanwhile the spacing may be another: the slot is
    // lost.
    long due = at + tolerance;
    return WORD.compareAndSet(this, (due + spacing(at)) << 1, due << 1);
  }

  /** The last instant that has been given, or what stands for it where none is to come. */
  private long last(long due) {
    long next = due - tolerance;
    return warmth == null ? next - spacing : next - spacing(next - spacing(next));
  }

  /** How many wait: those whose instants are to come, also of calls that gave up. */
  long waiting(long now) {
    return waiting(word >> 1, now - origin);
  }

  private long waiting(long due, long at) {
    long last = last(due);
    // While it warms up the mean stands for a spacing that falls, most often sooner than evenly.
    long mean = warmth == null ? spacing : (spacing(at) + spacing(last)) / 2;
    return new Backlog(last, mean, floor, backlog).after(at);
  }

  /**
   * Never fewer than wait: while it warms up as if all instants to come lay as near as the last.
   */
  private long mostWaiting(long due, long at) {
    long last = last(due);
    long least = warmth == null ? spacing : spacing(last);
    return new Backlog(last, least, floor, backlog).after(at);
  }

  /** How many calls could go at once. */
  long free(long now) {
    long used = (word >> 1) - (now - origin);
    long burst = burst(rule);
    return calls == 0 ? 0 : used <= 0 ? burst : Math.max(0, burst - ceil(used, spacing));
  }

  private static long ceil(long nanos, long unit) {
    return 1 + (nanos - 1) / unit;
  }

  /** How long a call that came now would have to wait for its instant. */
  long delayNanos(long now) {
    return Math.max(0, (word >> 1) - tolerance - (now - origin));
  }

  @Override
  public long retryAfterNanos(long now) {
    return calls == 0 ? -1 : delayNanos(now);
  }

  /** Nanoseconds until a call would be let wait, if none gives up; -1 where none ever is. */
  long retryAfterNanos(long now, long maxWaitNanos, int maxWaiting) {
    if (calls == 0) {
      return -1;
    }
    long wait = delayNanos(now) - maxWaitNanos;
    if (maxWaiting != Integer.MAX_VALUE && waiting(now) >= maxWaiting) {
      long last = last(word >> 1) - (now - origin);
      wait = Math.max(wait, last - (maxWaiting - 1) * spacing);
    }
    return Math.max(0, wait);
  }

  @Override
  public boolean isIdle(long now) {
    return (word >> 1) - (now - origin) <= 0 && (warmth == null || warmth.isCold(now));
  }

  @Override
  public @Nullable Warmth warmth() {
    return warmth;
  }

  @Override
  public boolean adopt(FlowRule other) {
    return other.pacing() != null
        && other.limit().equals(rule.limit())
        && burst(other) == burst(rule);
  }

  @Override
  public void retire(FlowRule successor) {
    next = successor;
    long seen;
    do {
      seen = word;
    } while ((seen & CLOSED) == 0 && !WORD.compareAndSet(this, seen, seen | CLOSED));
  }

  @Override
  public Meter successor(long pacerOrigin) {
    FlowRule successor = next;
    long seen = word;
    if (successor == null || (seen & CLOSED) == 0) {
      throw new IllegalStateException("not retired");
    }
    long due = seen >> 1;
    long at = ticker.nanos() - origin;
    return successor.pacing() == null ? window(successor, due) : pacer(successor, due, at);
  }

  /** What is used of the bucket at the last instant given stays used, in calls. */
  private Pacer pacer(FlowRule successor, long due, long at) {
    long last = last(due);
    boolean waiting = last > at;
    long base = waiting ? last : at;
    Warmth warm = Warmth.after(warmth, successor, ticker);
    if (due <= base) {
      return new Pacer(ticker, origin, successor, due, null, warm, tallyFor(successor));
    }
    long used = (due - base) / spacing;
    if (waiting) {
      // So that nobody who comes gets an instant before those that are given.
      long charged = Math.max(used, burst(successor));
      Backlog given = new Backlog(last, spacing, floor, Backlog.toCome(backlog, at));
      return new Pacer(
          ticker,
          origin,
          successor,
          base + nanos(charged, successor),
          given,
          warm,
          tallyFor(successor));
    }
    // Of one more only a part is used, since it was granted longer ago.
    long part = due - (used + 1) * spacing + nanos(used + 1, successor);
    long next = Math.max(base + nanos(used, successor), part);
    return new Pacer(ticker, origin, successor, next, null, warm, tallyFor(successor));
  }

  /** What so many calls use of the successor, which nobody waits longer for than a period. */
  private long nanos(long used, FlowRule successor) {
    long other = successor.limit().spacingNanos();
    long longest = Math.max(rule.limit().periodNanos(), successor.limit().periodNanos());
    long most = (burst(successor) - 1) * other + longest;
    return used > most / other ? most : used * other;
  }

  /** Counts what was granted at its instants, the latest of which may be to come. */
  private SlidingWindow window(FlowRule successor, long due) {
    tally.retire(successor);
    return tally.successor(successor, warmth, origin + last(due));
  }

  /** What counts the grants of this and of one that follows. */
  private SlidingWindow tallyFor(FlowRule successor) {
    long longest = Math.max(tally.periodNanos(), tallyNanos(successor));
    if (longest == tally.periodNanos()) {
      return tally;
    }
    tally.retire(successor);
    return tally.tally(longest);
  }
}
