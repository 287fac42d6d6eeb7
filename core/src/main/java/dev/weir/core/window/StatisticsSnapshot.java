package dev.weir.core.window;

/**
 * The statistics of one name at one time.
 *
 * @param second the last second and what has begun of its next eighth
 * @param minute the last minute and what has begun of its next eighth of a second
 * @param previous the latest whole one-second bucket; seconds begin with the engine
 * @param percentiles of the response times of calls that ended in the last minute, up to ten
 *     seconds more
 * @param late events that were counted in the totals, but came too late for the window
 */
public record StatisticsSnapshot(
    WindowTotals second,
    WindowTotals minute,
    WindowTotals previous,
    Percentiles percentiles,
    long late) {

  /** Of nothing. */
  public static final StatisticsSnapshot NONE =
      new StatisticsSnapshot(
          WindowTotals.NONE, WindowTotals.NONE, WindowTotals.NONE, Percentiles.NONE, 0);
}
