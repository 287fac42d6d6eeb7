package dev.weir.core.concurrency;

import dev.weir.core.Outcome;

/**
 * Models of the limits that Weir's is compared with, after their descriptions and defaults: a few
 * lines each, for simulations. They look at the mean of windows of 100 ms and ten samples or more.
 */
abstract class WindowedPeer implements SimulatedLimit {

  private static final long WINDOW_NANOS = 100_000_000;

  private final int min;
  private final int max;
  private int inside;
  private int peak;
  private int samples;
  private double sum;
  private boolean dropped;
  private long windowStart;
  private double limit;

  private WindowedPeer(int min, int max) {
    this.min = min;
    this.max = max;
    limit = min;
  }

  @Override
  public boolean take(long now) {
    if (inside >= (int) limit) {
      return false;
    }
    inside++;
    return true;
  }

  @Override
  public void end(long startNanos, long endNanos, Outcome outcome) {
    peak = Math.max(peak, inside--);
    dropped |= outcome.status() == 503;
    samples++;
    sum += endNanos - startNanos;
    if (endNanos - windowStart >= WINDOW_NANOS && samples >= 10) {
      limit = Math.max(min, Math.min(max, next(limit, sum / samples, peak, dropped)));
      windowStart = endNanos;
      samples = 0;
      sum = 0;
      peak = 0;
      dropped = false;
    }
  }

  @Override
  public int limit() {
    return (int) limit;
  }

  abstract double next(double limit, double mean, int peak, boolean dropped);

  /**
   * The gradient of a short to a long average, as Netflix' concurrency-limits describes it:
   * tolerance 1.5, a queue of 4, smoothed by 0.2, a long average of 600 windows.
   */
  static SimulatedLimit gradient2(int min, int max) {
    return new WindowedPeer(min, max) {
      private double longMean;

      @Override
      double next(double limit, double mean, int peak, boolean dropped) {
        longMean = longMean == 0 ? mean : longMean + (mean - longMean) * 2 / 601;
        if (longMean / mean > 2) {
          longMean *= 0.95;
        }
        if (peak < limit / 2) {
          return limit;
        }
        double gradient = Math.max(0.5, Math.min(1, 1.5 * longMean / mean));
        return 0.8 * limit + 0.2 * (limit * gradient + 4);
      }
    };
  }

  /**
   * TCP Vegas as the same library describes it: a queue is estimated by the least mean, which is
   * forgotten after thirty times the limit in windows; it is kept between 3 and 6 log10 of the
   * limit.
   */
  static SimulatedLimit vegas(int min, int max) {
    return new WindowedPeer(min, max) {
      private double least;
      private int windows;

      @Override
      double next(double limit, double mean, int peak, boolean dropped) {
        if (least == 0 || mean < least || ++windows > 30 * limit) {
          windows = 0;
          least = mean;
        }
        double log = Math.max(1, Math.log10(limit));
        double queue = Math.ceil(limit * (1 - least / mean));
        if (dropped) {
          return limit - log;
        }
        if (peak < limit / 2) {
          return limit;
        }
        if (queue <= log) {
          return limit + 6 * log;
        }
        return queue < 3 * log ? limit + log : queue > 6 * log ? limit - log : limit;
      }
    };
  }
}
