package dev.weir.core.system;

import dev.weir.core.EngineEvent;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.DurationText;

/**
 * A rule, and what steers the shares that follow from it. What it judges belongs to the thread that
 * samples; all else is the same for all.
 */
final class Limits {

  /** A gain below 1 / (e * 0.6 s); see {@link ShareController}. */
  private static final double CPU_GAIN = 0.5;

  private static final double LATENCY_GAIN = 0.7;

  /** Latency follows a queue late, and is not in proportion to what is admitted. */
  private static final double LATENCY_WEIGHT = 0.2;

  private static final double LATENCY_EASE_SECONDS = 10;

  /** At which multiple of the target the share is to be all; of CPU never more than all of it. */
  private static final double CPU_SATURATION = 1.2;

  private static final double LATENCY_SATURATION = 1.5;

  private static final String CPU = "cpu";
  private static final String LATENCY = "inbound-latency";

  final SystemRule rule;
  private final SlotContext context;
  private final ShareController cpu;
  private final ShareController latency;

  Limits(SystemRule rule, SlotContext context) {
    this(rule, context, cpuController(rule), latencyController());
  }

  private Limits(
      SystemRule rule, SlotContext context, ShareController cpu, ShareController latency) {
    this.rule = rule;
    this.context = context;
    this.cpu = cpu;
    this.latency = latency;
  }

  private static ShareController cpuController(SystemRule rule) {
    double saturation = rule.hasCpu() ? Math.min(CPU_SATURATION, 1 / rule.cpu()) : 1;
    return new ShareController(CPU_GAIN, 1, saturation, 0);
  }

  private static ShareController latencyController() {
    return new ShareController(
        LATENCY_GAIN, LATENCY_WEIGHT, LATENCY_SATURATION, LATENCY_EASE_SECONDS);
  }

  /** Goes on with the shares where the same is limited: those of now, or of a sample ago. */
  Limits next(SystemRule next, SlotContext where) {
    ShareController ofCpu = cpuController(next);
    if (next.hasCpu() && rule.hasCpu()) {
      ofCpu.goOn(cpu);
    }
    ShareController ofLatency = latencyController();
    if (next.hasLatency() && rule.hasLatency()) {
      ofLatency.goOn(latency);
    }
    return new Limits(next, where, ofCpu, ofLatency);
  }

  /** Whether no call is refused by it. */
  boolean isObserved() {
    return context.delaysNobody();
  }

  long now() {
    return context.ticker().nanos();
  }

  void tell(EngineEvent.Type type, String text, long now) {
    context.tell(type, rule, text, now);
  }

  /**
   * What follows from a sample.
   *
   * @param window with the sample as its last
   * @param seconds since the sample before
   * @param waiting whether calls are inside
   */
  Shedding judge(
      long now,
      InboundWindow window,
      double seconds,
      boolean waiting,
      double allowedCpus,
      double load,
      int mostInside) {
    boolean measurable = window.isMeasurable();
    double used = measurable ? window.usedCpus() : Double.NaN;
    double rt = measurable ? window.meanRtNanos() : Double.NaN;
    double cpuTrend = measurable ? window.trend(cpu.admitted()) : 0;
    steer(cpu, used / allowedCpus / rule.cpu(), cpuTrend, seconds);
    double slowness = rule.hasLatency() ? rt / rule.latencyNanos() : Double.NaN;
    double latencyTrend = measurable ? window.trend(latency.admitted()) : 0;
    // Calls that hang end no more: that none ended does not mean that all is well.
    boolean unknown = measurable && Double.isNaN(rt) && waiting;
    steer(latency, slowness, latencyTrend, unknown ? 0 : seconds);
    double share = Math.max(cpu.refused(), latency.refused());
    boolean byCpu = cpu.refused() >= latency.refused();
    String limit = share == 0 ? "" : byCpu ? CPU : LATENCY;
    String message =
        share == 0 ? "" : byCpu ? cpuMessage(used / allowedCpus, allowedCpus) : latencyMessage(rt);
    return new Shedding(
        now,
        share,
        share == 0 ? 0 : EvenRefusals.step(share),
        limit,
        share == 0 ? "" : message + shareText(share),
        mostInside,
        used,
        allowedCpus,
        load,
        rt);
  }

  /**
   * @param ratio of measured to target; NaN where nothing was measured or nothing is limited, of
   *     which follows that nothing is refused
   */
  private void steer(ShareController controller, double ratio, double trend, double seconds) {
    double measured = Double.isNaN(ratio) ? 0 : ratio;
    // Under observation the calls counted as refused ran all the same.
    double ofAdmitted = isObserved() ? controller.admitted() : 1;
    controller.step(measured * ofAdmitted, trend, seconds);
  }

  private String cpuMessage(double used, double allowedCpus) {
    String what = "system.cpu " + rule.cpuText() + ": the process ";
    if (Double.isNaN(used)) {
      return what + "used more than that";
    }
    String cpus = Numbers.upToTwoPlaces(allowedCpus);
    return what
        + "uses "
        + Numbers.percent(used)
        + " of "
        + cpus
        + (allowedCpus == 1 ? " CPU" : " CPUs");
  }

  private String latencyMessage(double rt) {
    String what = "system.inbound-latency " + rule.latencyText() + ": inbound calls ";
    return Double.isNaN(rt)
        ? what + "took longer than that"
        : what + "take " + DurationText.rounded(Math.round(rt)) + " on average";
  }

  private static String shareText(double share) {
    return "; " + Numbers.percent(share) + " of inbound calls are refused";
  }

  /** What a call is told for which there is no place at this load. */
  String loadMessage(Shedding current, long inside) {
    String what = "system.load " + rule.loadText() + ": ";
    if (current.mostInside() == Integer.MAX_VALUE) {
      return what + "there was no place for the call"; // what refused it has changed meanwhile
    }
    long seen = Math.max(inside, current.mostInside());
    return what
        + "the load is "
        + Numbers.upToTwoPlaces(current.load())
        + ", and "
        + seen
        + (seen == 1 ? " call is" : " calls are")
        + " inside, where "
        + current.mostInside()
        + (current.mostInside() == 1 ? " is" : " are")
        + " the most that the last 10 s did well";
  }
}
