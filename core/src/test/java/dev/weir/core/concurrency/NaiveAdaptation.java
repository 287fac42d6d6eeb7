package dev.weir.core.concurrency;

import java.util.ArrayList;
import java.util.List;

/** {@link Adaptation} in the order in which its essay tells it, with a list of all samples. */
final class NaiveAdaptation {

  /** A call that has ended. */
  record End(
      long startNanos,
      long endNanos,
      int inside,
      boolean judged,
      boolean failed,
      boolean overload) {
    long nanos() {
      return endNanos - startNanos;
    }
  }

  /** What it did with the last window that was over. */
  enum Step {
    NONE,
    TOO_FEW,
    OVERLOADED,
    LIGHT,
    EXPERIMENT,
    CONCLUDED,
    FOLLOWED
  }

  private int min;
  private int max;
  private double limit;
  private int inForce;
  private double baseline;
  private int age;
  private int calm;
  private boolean queueSeen;
  private double before;
  private long opens;
  private long length = 100_000_000;
  private long patience = Long.MAX_VALUE >> 2;
  private List<End> ends = new ArrayList<>();
  private Step step = Step.NONE;
  private int peak;

  NaiveAdaptation(int min, int max, int start, long now) {
    this.min = min;
    this.max = max;
    limit = clamp(start);
    inForce = (int) limit;
    opens = now;
  }

  int inForce() {
    return inForce;
  }

  double baseline() {
    return baseline;
  }

  int peak() {
    return peak;
  }

  boolean experiments() {
    return before > 0;
  }

  private double clamp(double wanted) {
    return Math.max(min, Math.min(max, wanted));
  }

  void rebound(int newMin, int newMax, long now) {
    min = newMin;
    max = newMax;
    limit = clamp(limit);
    inForce = (int) limit;
    before = 0;
    open(now, 0, Long.MAX_VALUE >> 2);
  }

  private void open(long now, double settle, long newPatience) {
    opens = now + (long) Math.min(settle, 10_000_000_000L);
    length = Math.max(100_000_000, (long) Math.min(settle, 10_000_000_000L));
    patience = newPatience;
    ends = new ArrayList<>();
  }

  Step end(End end) {
    step = Step.NONE;
    if (end.endNanos - opens < 0) {
      return step;
    }
    ends.add(end);
    long sinceClosed = end.endNanos - opens - length;
    if (sinceClosed < 0) {
      return step;
    }
    List<Long> samples = new ArrayList<>();
    int overloads = 0;
    peak = 0;
    long known = (long) baseline;
    for (End each : ends) {
      peak = Math.max(peak, each.inside);
      if (each.judged) {
        overloads += each.overload ? 1 : 0;
        if (!(each.failed || each.overload) || (known > 0 && each.nanos() > known)) {
          samples.add(rounded(each.nanos(), known == 0 ? 8_000_000_000L : 8 * known));
        }
      }
    }
    if (samples.size() + overloads < 50 && sinceClosed < patience) {
      return step;
    }
    double sum = 0;
    for (long sample : samples) {
      sum += sample;
    }
    double mean = sum / samples.size();
    long open = end.endNanos - opens;
    int was = inForce;
    inForce = judge(samples.size(), mean, overloads);
    open(
        end.endNanos,
        (samples.isEmpty() ? baseline : mean) * Math.max(1, (double) inForce / was),
        before > 0 ? 4 * open : Long.MAX_VALUE >> 2);
    return step;
  }

  /** At most the cap, and a whole number of a unit of which the cap is at most 16 million. */
  private static long rounded(long nanos, long cap) {
    long unit = 1;
    while (cap / unit >= 1 << 24) {
      unit *= 2;
    }
    long sample = Math.min(nanos, cap);
    return sample - sample % unit;
  }

  private int judge(int samples, double mean, int overloads) {
    double experiment = before;
    before = 0;
    int all = samples + overloads;
    if (all >= 50 && overloads * 50 > all) {
      step = Step.OVERLOADED;
      calm = 0;
      queueSeen = true;
      double share = (double) overloads / all;
      limit = clamp(Math.min(limit, inForce) * (1 - Math.min(share, 0.1)));
      return (int) limit;
    }
    if (samples < 25) {
      step = Step.TOO_FEW;
      return (int) limit;
    }
    return experiment > 0 ? conclude(experiment, mean) : follow(mean);
  }

  private boolean used(int of) {
    return peak >= of - of / 8;
  }

  private int follow(double mean) {
    baseline = baseline == 0 ? mean : baseline;
    if (2 * peak <= inForce) {
      step = Step.LIGHT;
      baseline += (mean - baseline) / 4;
      age = 0;
      return inForce;
    }
    baseline = mean < baseline ? baseline + (mean - baseline) / 4 : baseline;
    age++;
    double ratio = mean / baseline;
    boolean doubt = ratio > 2 && age >= 4;
    if (used(inForce) && (doubt || age >= 20)) {
      int half = Math.max(min, inForce / 2);
      int twice = Math.min(max, 2 * inForce);
      boolean down = half <= 0.75 * inForce;
      if (down || (doubt && age >= 8 && inForce <= 0.75 * twice)) {
        step = Step.EXPERIMENT;
        before = mean;
        return down ? half : twice;
      }
    }
    step = Step.FOLLOWED;
    double lowered = limit * Math.max(0.75, Math.min(1, 1.5 / ratio));
    if (used(inForce)) {
      queueSeen |= ratio > 1.5;
      calm = ratio <= 1.2 ? calm + 1 : 0;
      double most = queueSeen ? limit / 2 : limit;
      double sqrt = Math.max(1, Math.sqrt(limit) / 2);
      double growth = queueSeen ? sqrt * Math.pow(2, Math.min(20, Math.max(0, calm - 1))) : most;
      limit = clamp(lowered + Math.max(1, Math.min(most, growth)));
    } else {
      limit = clamp(Math.max(lowered, Math.min(limit, peak * 8 / 7.0)));
    }
    return (int) limit;
  }

  private int conclude(double usualMean, double mean) {
    step = Step.CONCLUDED;
    int usual = (int) limit;
    age = 0;
    if (!used(Math.min(usual, inForce))) {
      return usual;
    }
    boolean down = inForce < usual;
    double low = down ? mean : usualMean;
    double high = down ? usualMean : mean;
    double elasticity = Math.log(high / low) / Math.abs(Math.log((double) usual / inForce));
    if (elasticity < 0.75) {
      baseline = low > 1.5 * baseline ? low : baseline + (low - baseline) / 2;
    } else {
      age = low > 1.5 * baseline ? 16 : 0;
      baseline = Math.min(baseline, low);
      baseline = elasticity >= 0.9 ? Math.min(baseline, 0.75 * low) : baseline;
    }
    limit = clamp(limit * Math.max(0.5, Math.min(1, 1.5 * baseline / usualMean)));
    return (int) limit;
  }
}
