package dev.weir.core.system;

/**
 * Finds the share of calls to refuse, so that something measured comes down to its target, and not
 * below: smoothly, whatever the overload.
 *
 * <p><b>The loop.</b> What is steered is the share of calls <em>admitted</em>, a, from 1 down to
 * {@link #LEAST}, and it is steered by factors:
 *
 * <pre>
 *     d ln a / dt = - gain * ( weight * ln(measured / set point) + ln(a * arrived / ended) )
 * </pre>
 *
 * CPU use is in proportion to the calls admitted: ln(use) = ln(a) + ln(demand). So from ln(a) to
 * ln(use) the loop has the gain 1 <em>whatever the demand</em>, an integrator and the dead time of
 * measuring, T = 0.6 s (half of a window of 1 s, and half of what lies between two samples). Such a
 * loop settles without overshoot if gain * T is at most 1/e (Ziegler and Nichols, 1942; Åström and
 * Hägglund, Advanced PID Control, 2006). Kubernetes' horizontal autoscaler steers replicas by the
 * same factor of measured to target; WeChat's DAGOR (Zhou et al., SoCC 2018) steers admission by
 * factors, of fixed size.
 *
 * <p><b>The trend</b>, the second term, is what measuring does not show yet. The window was
 * measured while the share was another, and calls admitted in it have not ended: ended / arrived is
 * the share that the measured value belongs to, so that the term takes the dead time out of the
 * loop (Smith's predictor, 1957). Where the CPU is at its end, use says no more than 100 %; but
 * then ended / arrived is the share that there is room for, by itself. It counts for a factor of 2
 * at most, since long calls, too, end later than they arrive.
 *
 * <p><b>The set point</b> is the target while nothing is refused, and grows with the share refused
 * p = 1 - a:
 *
 * <pre>
 *     set point = target + (saturation - target) * p^3
 * </pre>
 *
 * so that there is one state of rest for each demand: (1 - p) * demand = set point. The cube leaves
 * room to work off what has queued up: at 50 % refused, use rests an eighth of the way from target
 * to saturation. That it grows at all keeps a cause that refusals do not reach (a job of the
 * application's own, a slow database) from pushing p further and further: between target and
 * saturation each value has its p, and only at saturation p goes to 1.
 *
 * <p><b>Easing.</b> Latency tells of a queue only when there is one; coming from below it says
 * nothing until it is too late. So the share grows again with a rate that itself grows, for as long
 * as all is well, up to the whole gain (as CUBIC probes for bandwidth, RFC 9438).
 *
 * <p><b>Rejected.</b> Refusing all calls above the target (Sentinel): use falls to nothing, all
 * calls pass, and so on, at the rhythm of measuring. Refusing in proportion to the excess (RED,
 * Floyd and Jacobson, 1993): the gain of that loop is demand / (saturation - target), 27 at four
 * times the load of 85 %, so that it swings unless measured over many seconds (Hollot et al.,
 * INFOCOM 2001, on RED). PI on p itself (PIE, RFC 8033) needs its gains scheduled by p for the same
 * reason. Fixed steps up and down never rest. Without the trend, the queue that gathers until the
 * share is right is taken for demand, and p overshoots for ten seconds.
 *
 * <p>Not thread-safe.
 */
final class ShareController {

  /** What is admitted at least, so that it is seen when things get better. */
  static final double LEAST = 0.01;

  /** By how much the measured value counts at most: for e times the set point, and for 1/e. */
  private static final double MOST = 1;

  private final double gain;
  private final double weight;
  private final double saturation;
  private final double easeSeconds;
  private double admitted = 1;
  private double secondsBelow;

  /**
   * @param gain of a second
   * @param weight of what is measured beside the trend
   * @param saturation as a multiple of the target, at least 1
   * @param easeSeconds below the set point after which more is admitted with the whole gain
   */
  ShareController(double gain, double weight, double saturation, double easeSeconds) {
    this.gain = gain;
    this.weight = weight;
    this.saturation = saturation;
    this.easeSeconds = easeSeconds;
  }

  /** From 0 to 1 - {@link #LEAST}. */
  double refused() {
    return 1 - admitted;
  }

  /** From {@link #LEAST} to 1. */
  double admitted() {
    return admitted;
  }

  /** From where another is now. */
  void goOn(ShareController other) {
    admitted = other.admitted;
  }

  /**
   * What has been measured. Where that is not above the target, no more is refused than before.
   *
   * @param ratio of what is measured to the target, 0 or more
   * @param trend as above
   * @param seconds since the last time
   */
  void step(double ratio, double trend, double seconds) {
    double refused = 1 - admitted;
    double set = 1 + (saturation - 1) * refused * refused * refused;
    double excess = ratio <= 0 ? -MOST : Math.log(ratio / set);
    double error = weight * Math.max(-MOST, Math.min(MOST, excess));
    secondsBelow = error < 0 ? secondsBelow + seconds : 0;
    if (secondsBelow > 0 && secondsBelow < easeSeconds) {
      error *= secondsBelow / easeSeconds;
    }
    error = ratio > 1 ? error + trend : Math.min(0, error + trend);
    admitted = Math.max(LEAST, Math.min(1, admitted * Math.exp(-gain * error * seconds)));
  }
}
