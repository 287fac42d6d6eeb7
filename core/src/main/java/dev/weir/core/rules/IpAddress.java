package dev.weir.core.rules;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An address of the Internet. One of IPv4 is held as IPv6 maps it, {@code ::ffff:192.0.2.7}, which
 * is the same client however a container writes it.
 *
 * <p>Read here and not by {@code InetAddress}, which looks up names, and takes {@code 10.1} or
 * {@code 010.0.0.1} for addresses that programs disagree on.
 *
 * @param high the first 64 bits
 * @param low the last 64 bits
 */
public record IpAddress(long high, long low) {

  private static final long MAPPED = 0xFFFFL << 32;
  private static final int GROUPS = 8;

  /**
   * Reads an address without brackets or port. A zone ({@code fe80::1%eth0}) is left out.
   *
   * @return null for anything else
   */
  public static @Nullable IpAddress parse(String text) {
    if (text.indexOf(':') < 0) {
      long bits = v4(text, 0, text.length());
      return bits < 0 ? null : new IpAddress(0, MAPPED | bits);
    }
    int zone = text.indexOf('%');
    return v6(zone < 0 ? text : text.substring(0, zone));
  }

  /** 32 bits, or -1. */
  private static long v4(String text, int from, int to) {
    long bits = 0;
    int at = from;
    for (int part = 0; part < 4; part++) {
      if (part > 0 && (at >= to || text.charAt(at++) != '.')) {
        return -1;
      }
      int start = at;
      int value = 0;
      while (at < to && at - start < 3 && isDigit(text.charAt(at))) {
        value = value * 10 + text.charAt(at++) - '0';
      }
      boolean octal = at - start > 1 && text.charAt(start) == '0';
      if (at == start || octal || value > 255) {
        return -1;
      }
      bits = bits << 8 | value;
    }
    return at == to ? bits : -1;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static @Nullable IpAddress v6(String text) {
    int gap = text.indexOf("::");
    if (gap < 0) {
      int[] all = groups(text, 0, text.length());
      return all != null && all.length == GROUPS ? of(all, new int[0]) : null;
    }
    int[] head = groups(text, 0, gap);
    int[] tail = groups(text, gap + 2, text.length());
    // The gap stands for one group or more.
    return head == null || tail == null || head.length + tail.length >= GROUPS
        ? null
        : of(head, tail);
  }

  private static IpAddress of(int[] head, int[] tail) {
    long high = 0;
    long low = 0;
    for (int i = 0; i < GROUPS; i++) {
      int ofTail = i - (GROUPS - tail.length);
      long group = i < head.length ? head[i] : ofTail >= 0 ? tail[ofTail] : 0;
      if (i < GROUPS / 2) {
        high = high << 16 | group;
      } else {
        low = low << 16 | group;
      }
    }
    return new IpAddress(high, low);
  }

  /** Groups with colons between, the last two perhaps written as IPv4; null for anything else. */
  private static int @Nullable [] groups(String text, int from, int to) {
    if (from == to) {
      return new int[0];
    }
    int[] found = new int[GROUPS + 1];
    int count = 0;
    for (int at = from; count < GROUPS; ) {
      int colon = text.indexOf(':', at);
      int end = colon < 0 || colon > to ? to : colon;
      long v4 = end == text.length() ? v4(text, at, end) : -1;
      int group = v4 >= 0 ? (int) (v4 >> 16) : group(text, at, end);
      if (group < 0) {
        return null;
      }
      found[count++] = group;
      if (v4 >= 0) {
        found[count++] = (int) (v4 & 0xFFFF);
      }
      if (end == to) {
        return Arrays.copyOf(found, count);
      }
      at = end + 1;
    }
    return null;
  }

  private static int group(String text, int from, int to) {
    if (from == to || to - from > 4) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      int digit = c > 'f' ? -1 : Character.digit(c, 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  /** Whether it is an address of IPv4. */
  public boolean isV4() {
    return high == 0 && (low >>> 32) == 0xFFFF;
  }

  /** IPv4 with dots; IPv6 as RFC 5952 wants it, the longest run of zeros as {@code ::}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(39);
    if (isV4()) {
      for (int shift = 24; shift >= 0; shift -= 8) {
        text.append(low >> shift & 0xFF).append(shift > 0 ? "." : "");
      }
      return text.toString();
    }
    int gap = 0;
    int length = 0;
    for (int i = 0; i < GROUPS; i++) {
      int zeros = zerosFrom(i);
      if (zeros > length) {
        gap = i;
        length = zeros;
      }
    }
    for (int i = 0; i < GROUPS; i++) {
      if (length > 1 && i == gap) {
        text.append("::");
        i += length - 1;
      } else {
        boolean separated = i == 0 || (length > 1 && i == gap + length);
        text.append(separated ? "" : ":").append(Long.toHexString(group(i)));
      }
    }
    return text.toString();
  }

  private int zerosFrom(int index) {
    int end = index;
    while (end < GROUPS && group(end) == 0) {
      end++;
    }
    return end - index;
  }

  private long group(int index) {
    return (index < GROUPS / 2 ? high : low) >> (48 - 16 * (index % 4)) & 0xFFFF;
  }

  /** The first 64 bits as four groups without leading zeros. */
  public String network() {
    StringBuilder text = new StringBuilder(19);
    for (int i = 0; i < GROUPS / 2; i++) {
      text.append(i == 0 ? "" : ":").append(Long.toHexString(group(i)));
    }
    return text.toString();
  }
}
