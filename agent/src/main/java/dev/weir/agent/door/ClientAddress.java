package dev.weir.agent.door;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Addresses of clients as keys. Of an IPv6 address the first 64 bits: its owner has all the others
 * to choose from.
 */
final class ClientAddress {

  private static final int GROUPS = 8;
  private static final int KEPT_GROUPS = 4;

  private ClientAddress() {}

  /**
   * The key of an address.
   *
   * @param address as a container writes it: no name, perhaps in brackets or with a zone
   */
  static @Nullable String key(@Nullable String address) {
    if (address == null || address.isEmpty()) {
      return null;
    }
    int first = address.indexOf(':');
    if (first < 0 || first == address.lastIndexOf(':')) {
      return address; // IPv4
    }
    int from = address.startsWith("[") ? 1 : 0;
    int to = end(address);
    int lastColon = address.lastIndexOf(':', to - 1);
    if (address.indexOf('.', lastColon) > 0 && address.startsWith("::ffff:", from)) {
      return address.substring(lastColon + 1, to); // IPv4 in IPv6
    }
    String[] groups = groups(address.substring(from, to));
    return groups == null ? address : String.join(":", groups) + "::/64";
  }

  private static int end(String address) {
    int end = address.length();
    int zone = address.indexOf('%');
    if (zone >= 0) {
      end = zone;
    }
    int bracket = address.indexOf(']');
    return bracket >= 0 && bracket < end ? bracket : end;
  }

  /** The first four, without leading zeros; null for what is not an address. */
  private static String @Nullable [] groups(String address) {
    int gap = address.indexOf("::");
    String[] head = split(gap < 0 ? address : address.substring(0, gap));
    String[] tail = split(gap < 0 ? "" : address.substring(gap + 2));
    int given = head.length + tail.length;
    if (given > GROUPS || (gap < 0 && given != GROUPS)) {
      return null;
    }
    String[] groups = new String[KEPT_GROUPS];
    for (int i = 0; i < KEPT_GROUPS; i++) {
      int fromTail = i - (GROUPS - tail.length);
      String group = i < head.length ? head[i] : fromTail >= 0 ? tail[fromTail] : "0";
      groups[i] = canonical(group);
    }
    return groups;
  }

  private static String[] split(String groups) {
    return groups.isEmpty() ? new String[0] : groups.split(":", -1);
  }

  private static String canonical(String group) {
    int from = 0;
    while (from < group.length() - 1 && group.charAt(from) == '0') {
      from++;
    }
    return group.substring(from).toLowerCase(Locale.ROOT);
  }
}
