package dev.weir.core.breaker;

/**
 * Whether so many bad calls of so many reach a ratio.
 *
 * <p>With a confidence, the lower bound of the two-sided Wilson score interval must reach it (E. B.
 * Wilson, Probable Inference, the Law of Succession, and Statistical Inference, 1927). The interval
 * inverts the score test: its lower bound is at least r if and only if
 *
 * <pre>bad / total - r &gt;= z * sqrt(r * (1 - r) / total)</pre>
 *
 * <p>which is what is tested: one square root, and no bound to be computed. No bound below 1 can
 * reach a ratio of 1; there, all calls must be bad, which is also what the test says.
 */
final class RatioCondition {

  /** Forgives the rounding of ratios such as 0.07, of which 7 in 100 must be enough. */
  private static final double SLACK = 1e-9;

  private final double ratio;
  private final double confidence;
  private final double z;
  private final double perRoot;

  /**
   * @param ratio above 0, at most 1
   * @param confidence below 1; 0 for the plain ratio
   */
  RatioCondition(double ratio, double confidence) {
    this.ratio = ratio;
    this.confidence = confidence;
    this.z = z(confidence);
    this.perRoot = z * Math.sqrt(ratio * (1 - ratio));
  }

  boolean reached(long bad, long total) {
    return bad > 0 && mayBeReached(bad, total) && bad + SLACK * total >= needed(total);
  }

  private double needed(long total) {
    return ratio * total + perRoot * Math.sqrt((double) total);
  }

  /** What must hold for it to be reached. */
  private boolean mayBeReached(long bad, long total) {
    return bad + SLACK * total >= ratio * total;
  }

  /** Whether the last tenth of the window is tested too: few calls say nothing by themselves. */
  boolean isBound() {
    return confidence > 0;
  }

  /** The share of bad calls is at least this, with the confidence. */
  double lowerBound(long bad, long total) {
    double n = total;
    double share = bad / n;
    double half = z * Math.sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    return (share + z * z / (2 * n) - half) / (1 + z * z / n);
  }

  /** What the share came to, for people: {@code at least 52.1% with 95% confidence, ...}. */
  String text(long bad, long total) {
    String threshold = "threshold " + BreakerRule.percent(ratio);
    if (confidence == 0 || ratio == 1) {
      return threshold;
    }
    double tenths = Math.floor(lowerBound(bad, total) * 1000 + SLACK) / 1000;
    return "at least "
        + BreakerRule.percent(tenths)
        + " with "
        + BreakerRule.percent(confidence)
        + " confidence, "
        + threshold;
  }

  /**
   * How many standard deviations around the mean of a normal distribution hold that share of it.
   */
  static double z(double confidence) {
    double z = 0;
    // Newton's method: the integral is concave from 0 on, so that it comes from below, surely.
    for (int i = 0; i < 100; i++) {
      double step = (confidence - inside(z)) / (2 * density(z));
      z += step;
      if (!(step > 1e-12)) {
        break;
      }
    }
    return z;
  }

  private static double density(double z) {
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  /** The share within z standard deviations: the series z + z^3/3 + z^5/(3*5) + ... */
  private static double inside(double z) {
    double term = z;
    double sum = z;
    for (int k = 3; term > sum * 1e-17; k += 2) {
      term *= z * z / k;
      sum += term;
    }
    return 2 * density(z) * sum;
  }
}
