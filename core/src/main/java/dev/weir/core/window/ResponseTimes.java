package dev.weir.core.window;

/**
 * The bins of response times: log-linear, eight to each power of two. What a bin says of a time is
 * its middle, at most 6.25 % from the time itself (a sixteenth); below 1,024 ns, where bins are 128
 * ns wide, at most 64 ns. Times above 2.4 hours are counted in the last bin.
 */
final class ResponseTimes {

  private static final int UNIT_BITS = 7;
  private static final int SUB_BITS = 3;
  private static final int SUBS = 1 << SUB_BITS;
  private static final int MAX_BITS = 36;

  /** How many there are. */
  static final int BINS = (MAX_BITS - SUB_BITS + 1) * SUBS;

  private static final long MAX_UNITS = (1L << MAX_BITS) - 1;

  private ResponseTimes() {}

  /** The bin of a time from 0. */
  static int bin(long nanos) {
    long units = Math.min(nanos >>> UNIT_BITS, MAX_UNITS);
    int shift = Math.max(0, Long.SIZE - SUB_BITS - 1 - Long.numberOfLeadingZeros(units));
    return (shift << SUB_BITS) + (int) (units >>> shift);
  }

  /** The middle of a bin in nanoseconds. */
  static long middle(int bin) {
    int shift = Math.max(0, (bin >>> SUB_BITS) - 1);
    long units = bin - ((long) shift << SUB_BITS);
    return ((2 * units + 1) << (shift + UNIT_BITS)) >>> 1;
  }
}
