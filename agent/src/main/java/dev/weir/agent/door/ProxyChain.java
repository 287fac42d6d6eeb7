package dev.weir.agent.door;

import dev.weir.core.rules.ClientIp;
import dev.weir.core.rules.IpAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The client at the other end of a chain of proxies: the right-most address that is not that of a
 * trusted proxy.
 *
 * <p>Each proxy adds at the right end of the header the address that it was called from, so that
 * only what stands left of the address of the first stranger can have been written by a stranger.
 * Hence the walk: from the connection itself leftwards, as long as who has spoken is trusted. The
 * first address that is not is the client, whatever it has written in front of that. Where the
 * header tells no address ({@code unknown}, an obfuscated name, garbage, nothing more) the last one
 * known is as near as can be come.
 *
 * <p>Read from the right as well: a quotation mark that a client leaves open must not swallow what
 * the proxies have added behind it. Read from the left, as the grammar of RFC 7239 suggests, {@code
 * for="} in front of it makes all of the header one broken element.
 *
 * <p>Not the left-most address, which every client can write; and not the n-th from the right,
 * which is wrong for whoever comes by another number of proxies.
 */
final class ProxyChain {

  private final ClientIp config;

  ProxyChain(ClientIp config) {
    this.config = config;
  }

  /**
   * The address of the client, as it is known best.
   *
   * @param remote of the connection
   * @param lines of the header, in the order of the request
   */
  IpAddress client(IpAddress remote, List<String> lines) {
    IpAddress known = remote;
    for (int i = lines.size() - 1; i >= 0; i--) {
      String line = lines.get(i);
      int end = line.length();
      while (end >= 0) {
        if (!config.trusts(known)) {
          return known;
        }
        int comma = commaBefore(line, end);
        String element = line.substring(comma + 1, end).trim();
        end = comma;
        if (element.isEmpty()) {
          continue; // RFC 9110, 5.6.1: empty elements of a list are none
        }
        IpAddress said = config.isStandard() ? forwarded(element) : address(element);
        if (said == null) {
          return known;
        }
        known = said;
      }
    }
    return known;
  }

  /** The last comma outside of quotation marks, seen from the right; or -1. */
  private static int commaBefore(String line, int end) {
    boolean quoted = false;
    for (int i = end - 1; i >= 0; i--) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        return i;
      }
    }
    return -1;
  }

  /** What {@code for} says in an element of RFC 7239; null where it says no address. */
  private static @Nullable IpAddress forwarded(String element) {
    int from = 0;
    while (from < element.length()) {
      int end = pairEnd(element, from);
      int equals = element.indexOf('=', from);
      if (equals > 0 && equals < end) {
        String name = element.substring(from, equals).trim().toLowerCase(Locale.ROOT);
        if (name.equals("for")) {
          return address(unquoted(element.substring(equals + 1, end).trim()));
        }
      }
      from = end + 1;
    }
    return null;
  }

  private static int pairEnd(String element, int from) {
    boolean quoted = false;
    for (int i = from; i < element.length(); i++) {
      char c = element.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ';' && !quoted) {
        return i;
      }
    }
    return element.length();
  }

  /** No address needs an escape: what holds one is none. */
  private static String unquoted(String value) {
    int last = value.length() - 1;
    return last > 0 && value.charAt(0) == '"' && value.charAt(last) == '"'
        ? value.substring(1, last)
        : value;
  }

  /**
   * With or without a port: {@code 192.0.2.7:80}, {@code [2001:db8::7]:80}, {@code 2001:db8::7}.
   */
  static @Nullable IpAddress address(String text) {
    if (text.startsWith("[")) {
      int bracket = text.indexOf(']');
      boolean right = bracket > 0 && text.indexOf(':') < bracket && isPort(text, bracket + 1);
      return right ? IpAddress.parse(text.substring(1, bracket)) : null;
    }
    int colon = text.indexOf(':');
    if (colon >= 0 && colon == text.lastIndexOf(':')) {
      return isPort(text, colon) ? IpAddress.parse(text.substring(0, colon)) : null;
    }
    return IpAddress.parse(text);
  }

  /** Nothing, or a colon and a port, which may be an obfuscated one (RFC 7239, 6.3). */
  private static boolean isPort(String text, int from) {
    if (from == text.length()) {
      return true;
    }
    for (int i = from + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean alphanumeric =
          (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!alphanumeric && c != '_' && c != '-' && c != '.') {
        return false;
      }
    }
    return text.charAt(from) == ':' && from + 1 < text.length();
  }
}
