package dev.weir.core.concurrency;

import java.util.concurrent.locks.ReentrantLock;

/*
 * WHAT IT SEEKS. With c workers behind it, a service that is offered more than it can do takes, by
 * Little's law,
 *
 *     R(L) = R0 * max(1, L / c)       L calls inside; R0: latency without load
 *
 * Below c calls inside it idles, far above it calls only queue. Sought is the limit at which R is
 * about TOLERANCE times R0: all workers are busy, and nobody waits long.
 *
 * THE STEP is that of the gradient limits of Netflix (concurrency-limits, "Gradient2", 2018) and of
 * Envoy's adaptive concurrency filter, after TCP Vegas (Brakmo and Peterson 1995): once a window
 *
 *     L' = L * min(1, TOLERANCE * R0 / R) + growth,       growth = sqrt(L) / 2
 *
 * where it comes to rest slightly above TOLERANCE * c. R is the mean of all samples of the window.
 * The mean, since Little's law holds for it whatever the distribution; each sample capped, so that a
 * few do not move it.
 *
 * THE LATENCY WITHOUT LOAD decides everything, and is what users of such limits found wrong: the
 * least latency ever seen is a lucky one, and the limit sticks below it (Netflix#37); a long average
 * rises with a queue that stands, and the limit with it (Netflix#165; "gradient2 drift", #88); and
 * where a service has become slower for good, the limit falls to its minimum and stays there (Envoy
 * #38338, which since #10647 measures anew after five windows at the minimum). Here it is measured,
 * as the window of BBR (Cardwell et al. 2016) measures the round trip: by an experiment. From time to
 * time, and as soon as R is in doubt, the limit is halved for one window. Two points of R(L) tell a
 * queue from a slow service, by the elasticity
 *
 *     e = ln(R1 / R2) / ln(L1 / L2)       1: both in the queue; 0: no queue at either
 *
 *   - e small: the lower point has no queue, and its latency is the one without load. Up or down.
 *   - e near 1: it is a queue. R0 stays, or falls if the lower point is below it; and a R0 that was
 *     measured in the same queue is taken down.
 *
 * At the minimum there is nothing to halve: then the limit is doubled for one window, if R is in
 * doubt for long. So nothing sticks: not an early low, nor a high, nor the minimum. Where no more
 * than half of the limit is used there is no experiment: what is measured then is R0.
 *
 * FAILURES. Gradient2 ignores calls that are dropped. Here an overload that the callee reports (see
 * Overload) takes the limit down in proportion to its share, by a tenth at most in a window, whatever
 * the latency: a callee that refuses at once looks fast. Fast failures are no samples of latency.
 *
 * GROWTH ends where the limit is not used: seven eighths of it must have been inside at some moment
 * of the window. (Netflix asks for half; a limit that is never reached then doubles for ever.) While
 * R shows no queue at all, growth doubles from window to window, up to half of the limit (all of it
 * until the first queue is seen): slow start, and the way back after an outage (Netflix#35: "without
 * slow start is unusable"). Steps are bounded: at most double, at least three quarters of the limit;
 * but for experiments, which halve it or double it for one window.
 *
 * A WINDOW has 50 samples or more, and is at least as long as a call takes. After a change it opens
 * when a call that came under the new limit would end at the latest: else the controller acts on what
 * it has mended already, or has not seen yet, and swings.
 *
 * REJECTED.
 *   - AIMD on failures alone: needs failures to learn anything; most services queue long before.
 *   - The correlation of latency and throughput over hundreds of samples (Failsafe's AdaptiveLimiter):
 *     what a limit that rests says about its neighbours is only noise; an experiment says more in one
 *     window.
 *   - Hill climbing on throughput: the top is flat, and 10 % of throughput is less than the noise of
 *     50 samples.
 *   - Breakwater's (Cho et al. 2020) credits by queueing delay: needs to see the callee's queue.
 *   - The least latency as R0: of 50 samples it says nothing of the mean, which Little's law is of.
 *   - A probe at the minimum, as Envoy's and BBR's: it refuses most calls for its window.
 */

/**
 * What an adaptive limit has learnt. One thread at a time learns, or changes the bounds, with
 * {@link #lock} or {@link #tryLock}; {@link #window} and {@link #baselineNanos} are for all.
 */
final class Adaptation {

  /** A window with fewer samples decides nothing. */
  static final int MIN_SAMPLES = 50;

  static final long MIN_WINDOW_NANOS = 100_000_000;
  static final long MAX_WINDOW_NANOS = 10_000_000_000L;

  static final double TOLERANCE = 1.5;
  static final double LEAST_STEP = 0.75;

  /** Above this, in latencies without load, it is asked whether that is still right. */
  private static final double DOUBT = 2;

  /** Up to this there is no queue. */
  private static final double CALM = 1.2;

  /** Windows from one measurement of the latency without load to the next. */
  private static final int MEASURED_EVERY = 20;

  /** The same while it is in doubt. */
  private static final int DOUBTED_EVERY = 4;

  /** Elasticity from which on latency is a queue's. */
  private static final double QUEUE = 0.75;

  private static final double CLEAR_QUEUE = 0.9;

  /** Of a new measurement in an average. */
  private static final double WEIGHT = 0.25;

  /** Experiments need two limits that differ by this much. */
  private static final double APART = 0.75;

  /** Of samples that report an overload, and what is taken from the limit for all of them. */
  private static final double OVERLOADED = 0.02;

  private static final double MOST_FOR_OVERLOADS = 0.1;

  /** As many windows may an experiment last as the one before it did. */
  private static final int PATIENCE = 4;

  private final ReentrantLock learning = new ReentrantLock();

  private Limit.Adaptive bounds;

  /** Outside of experiments, the limit is the whole part of this. */
  private double limit;

  /** Latency without load; 0 before the first window. Volatile for those who only look. */
  private volatile double baseline;

  /** Windows since that was measured. */
  private int age;

  /** Windows in sequence that were used and without a queue. */
  private int calm;

  private boolean starting = true;

  /** Of the window before an experiment; 0 while there is none. */
  private double meanBefore;

  private volatile SampleWindow window;

  Adaptation(Limit.Adaptive bounds, int start, long now) {
    this.bounds = bounds;
    this.limit = bounds.clamp(start);
    this.window = new SampleWindow(now, MIN_WINDOW_NANOS, Long.MAX_VALUE >> 2, 0);
  }

  SampleWindow window() {
    return window;
  }

  /** Whether these are the bounds already. */
  boolean isWithin(Limit.Adaptive others) {
    return bounds.min() == others.min() && bounds.max() == others.max();
  }

  /** For who learns, or changes the bounds. */
  void lock() {
    learning.lock();
  }

  /** The same for a call, which does not wait: another is doing what it would do. */
  boolean tryLock() {
    return learning.tryLock();
  }

  void unlock() {
    learning.unlock();
  }

  /** What to begin with. */
  int limit() {
    return (int) limit;
  }

  /** Latency without load, 0 while it is not known. For any thread. */
  long baselineNanos() {
    return (long) baseline;
  }

  /**
   * Other bounds from now on. What was learnt stays, as far as they allow it.
   *
   * @return the limit
   */
  int rebound(Limit.Adaptive bounds, long now) {
    this.bounds = bounds;
    limit = bounds.clamp(limit);
    meanBefore = 0;
    open(now, 0, Long.MAX_VALUE >> 2);
    return (int) limit;
  }

  /**
   * Learns from a window that is over, and opens the next.
   *
   * @param inForce the limit under which its calls came
   * @return the limit from now on
   */
  int learn(SampleWindow over, int inForce, long now) {
    int samples = over.samples();
    double mean = over.meanNanos();
    int next = next(samples, mean, over.peak(), over.overloads(), inForce);
    // A raised limit may make a longer queue, which it takes as long to fill as a call then takes.
    double settle = (samples > 0 ? mean : baseline) * Math.max(1, (double) next / inForce);
    long patience = meanBefore > 0 ? PATIENCE * over.openNanos(now) : Long.MAX_VALUE >> 2;
    open(now, settle, patience);
    return next;
  }

  private void open(long now, double settleNanos, long patienceNanos) {
    long settle = (long) Math.min(settleNanos, MAX_WINDOW_NANOS);
    long length = Math.max(MIN_WINDOW_NANOS, settle);
    window = new SampleWindow(now + settle, length, patienceNanos, (long) baseline);
  }

  private int next(int samples, double mean, int peak, int overloads, int inForce) {
    boolean experiment = meanBefore > 0;
    double before = meanBefore;
    meanBefore = 0;
    if (overloads > OVERLOADED * (samples + overloads) && samples + overloads >= MIN_SAMPLES) {
      return giveWay((double) overloads / (samples + overloads), inForce);
    }
    if (samples < MIN_SAMPLES / 2) {
      return (int) limit;
    }
    if (experiment) {
      return conclude(before, mean, peak, inForce);
    }
    return follow(mean, peak, inForce);
  }

  /** The callee has said that it is too much. */
  private int giveWay(double share, int inForce) {
    starting = false;
    calm = 0;
    double least = Math.min(limit, inForce);
    limit = bounds.clamp(least * (1 - Math.min(share, MOST_FOR_OVERLOADS)));
    return (int) limit;
  }

  private int follow(double mean, int peak, int inForce) {
    if (baseline == 0) {
      baseline = mean;
    }
    if (2 * peak <= inForce) {
      approach(mean, WEIGHT);
      age = 0;
      return inForce;
    }
    if (mean < baseline) {
      approach(mean, WEIGHT);
    }
    age++;
    double ratio = mean / baseline;
    boolean used = isUsed(peak, inForce);
    int trial = used ? trial(ratio, inForce) : inForce;
    if (trial != inForce) {
      meanBefore = mean;
      return trial;
    }
    step(ratio, used, peak);
    return (int) limit;
  }

  private void approach(double mean, double weight) {
    double known = baseline;
    baseline = known + weight * (mean - known);
  }

  /** Whether as many were inside at some moment as a limit must have that grows. */
  static boolean isUsed(int peak, int inForce) {
    return peak >= inForce - inForce / 8;
  }

  /** The limit of an experiment that is due, or the one in force. */
  private int trial(double ratio, int inForce) {
    boolean doubted = ratio > DOUBT && age >= DOUBTED_EVERY;
    if (!doubted && age < MEASURED_EVERY) {
      return inForce;
    }
    int half = Math.max(bounds.min(), inForce / 2);
    if (half <= APART * inForce) {
      return half;
    }
    int twice = Math.min(bounds.max(), 2 * inForce);
    return doubted && age >= 2 * DOUBTED_EVERY && inForce <= APART * twice ? twice : inForce;
  }

  private void step(double ratio, boolean used, int peak) {
    double lowered = limit * Math.max(LEAST_STEP, Math.min(1, TOLERANCE / ratio));
    // A limit that is not used causes no queue. It comes down to where it would begin to matter.
    double next =
        used ? lowered + growth(ratio) : Math.max(lowered, Math.min(limit, peak * 8 / 7.0));
    limit = bounds.clamp(next);
  }

  private double growth(double ratio) {
    starting &= ratio <= TOLERANCE;
    calm = ratio <= CALM ? calm + 1 : 0;
    double usual = Math.max(1, Math.sqrt(limit) / 2);
    double most = starting ? limit : limit / 2;
    double doubled = starting ? most : usual * (1 << Math.min(Math.max(0, calm - 1), 20));
    return Math.max(1, Math.min(doubled, most));
  }

  /**
   * The experiment is over.
   *
   * @param before mean latency under {@link #limit}
   * @param mean latency under {@code trial}
   */
  private int conclude(double before, double mean, int peak, int trial) {
    int usual = (int) limit;
    boolean lowered = trial < usual;
    age = 0;
    if (!isUsed(peak, Math.min(trial, usual))) {
      return usual; // There was no load: the two differ by other things than the limit.
    }
    double low = lowered ? mean : before;
    double high = lowered ? before : mean;
    double elasticity = Math.log(high / low) / Math.abs(Math.log((double) usual / trial));
    learnBaseline(low, elasticity);
    double factor = Math.max(0.5, Math.min(1, TOLERANCE * baseline / before));
    limit = bounds.clamp(limit * factor);
    return (int) limit;
  }

  private void learnBaseline(double low, double elasticity) {
    if (elasticity < QUEUE) {
      approach(low, low > TOLERANCE * baseline ? 1 : 2 * WEIGHT);
      return;
    }
    if (low < baseline) {
      baseline = low;
    } else if (low > TOLERANCE * baseline) {
      age = MEASURED_EVERY - DOUBTED_EVERY;
    }
    if (elasticity >= CLEAR_QUEUE) {
      baseline = Math.min(baseline, APART * low);
    }
  }
}
