package dev.weir.core.rules;

/**
 * Addresses that begin with the same bits: {@code 10.0.0.0/8}, {@code fd00::/8}, or a single one.
 *
 * @param text as written
 * @param first the lowest of them
 * @param prefix how many bits they share, of the 128 of IPv6: for IPv4 96 more than written
 */
public record AddressRange(String text, IpAddress first, int prefix) {

  private static final int BITS = 128;
  private static final int V4_PREFIX = 96;

  private static final String HOW = "write e.g. 10.0.0.0/8, fd00::/8 or 192.0.2.7";

  /**
   * Reads a range.
   *
   * @throws IllegalArgumentException whose message tells what to write, to stand after the text
   */
  public static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    IpAddress address = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
    if (address == null || text.indexOf('%') >= 0) {
      throw new IllegalArgumentException(
          "is no range of addresses; " + HOW + " (names are not looked up)");
    }
    boolean dotted = text.indexOf(':') < 0;
    int most = dotted ? BITS - V4_PREFIX : BITS;
    int written = slash < 0 ? most : prefix(text.substring(slash + 1), most, dotted);
    int prefix = dotted ? written + V4_PREFIX : written;
    AddressRange range = new AddressRange(text, masked(address, prefix), prefix);
    if (range.first.high() != address.high() || range.first.low() != address.low()) {
      throw new IllegalArgumentException(
          "has bits set behind its prefix; write " + range.first + "/" + written);
    }
    return range;
  }

  private static int prefix(String digits, int most, boolean dotted) {
    int prefix = -1;
    for (int i = 0; i < digits.length() && digits.length() <= 3; i++) {
      int digit = digits.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        prefix = -1;
        break;
      }
      prefix = Math.max(prefix, 0) * 10 + digit;
    }
    if (prefix < 0 || prefix > most) {
      throw new IllegalArgumentException(
          "has no prefix of "
              + (dotted ? "IPv4" : "IPv6")
              + ", which is 0 to "
              + most
              + "; "
              + HOW);
    }
    return prefix;
  }

  private static IpAddress masked(IpAddress address, int prefix) {
    return new IpAddress(address.high() & mask(prefix), address.low() & mask(prefix - Long.SIZE));
  }

  /** So many leading ones. */
  private static long mask(int ones) {
    return ones <= 0 ? 0 : ones >= Long.SIZE ? -1 : -1L << (Long.SIZE - ones);
  }

  /** Whether it holds every address of IPv4, or of IPv6. */
  public boolean isEverything() {
    return prefix == 0 || (prefix == V4_PREFIX && first.isV4());
  }

  /** Whether an address is one of them. Those of IPv4 are in ranges of IPv4 only. */
  public boolean contains(IpAddress address) {
    return (address.isV4() == isV4())
        && (address.high() & mask(prefix)) == first.high()
        && (address.low() & mask(prefix - Long.SIZE)) == first.low();
  }

  private boolean isV4() {
    return prefix >= V4_PREFIX && first.isV4();
  }
}
