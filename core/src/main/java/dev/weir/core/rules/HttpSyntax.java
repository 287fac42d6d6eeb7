package dev.weir.core.rules;

import java.net.IDN;
import java.util.Locale;

/** How an outbound request is named: {@code <METHOD> <host[:port]><path template>}. */
final class HttpSyntax {

  private HttpSyntax() {}

  static HttpPattern parse(String text, String name) {
    if (name.startsWith("//")) {
      throw PatternSyntax.problem(
          text,
          "is an address, not a name; write a method and no scheme: http:* " + name.substring(2));
    }
    int space = PatternSyntax.methodEnd(text, "http", name);
    String method = PatternSyntax.method(text, "http", name, space);
    String target = name.substring(space).stripLeading();
    if (target.startsWith("/")) {
      throw PatternSyntax.problem(
          text, "has no host: http is outbound; did you mean web:" + method + ' ' + target + '?');
    }
    int scheme = target.indexOf("://");
    if (scheme >= 0) {
      throw PatternSyntax.problem(
          text,
          "has a scheme before the host; write http:"
              + method
              + ' '
              + target.substring(scheme + 3));
    }
    int slash = target.indexOf('/');
    if (slash < 0) {
      throw PatternSyntax.problem(
          text,
          "has no path after the host; write http:"
              + method
              + ' '
              + target
              + "/** for every path of it");
    }
    PathPattern path = PathSyntax.parse(text, target.substring(slash));
    String authority = target.substring(0, slash).toLowerCase(Locale.ROOT);
    int colon = authority.indexOf(':', authority.indexOf(']') + 1);
    String host = colon < 0 ? authority : authority.substring(0, colon);
    checkHost(text, host);
    return new HttpPattern(text, method, host, colon < 0 ? -1 : port(text, authority, colon), path);
  }

  private static void checkHost(String text, String host) {
    if (host.isEmpty()) {
      throw PatternSyntax.problem(text, "has no host; write e.g. price.internal or *");
    }
    if (host.startsWith("[")) {
      checkAddress(text, host);
      return;
    }
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c == '{') {
        throw PatternSyntax.problem(text, "has { in the host; write * for any text");
      }
      if (c > 127) {
        throw PatternSyntax.problem(
            text, "has '" + c + "' in the host; write its ASCII form, " + IDN.toASCII(host));
      }
      if (c != '*' && c != '.' && c != '-' && c != '_' && !Character.isLetterOrDigit(c)) {
        throw PatternSyntax.problem(
            text, "has '" + c + "' in the host; write e.g. price.internal, *.internal or *");
      }
    }
    if (host.endsWith(".")) {
      throw PatternSyntax.problem(text, "has a dot at the end of the host; leave it out");
    }
  }

  private static void checkAddress(String text, String host) {
    for (int i = 1; i < host.length() - 1; i++) {
      char c = host.charAt(i);
      if (c != ':' && c != '.' && Character.digit(c, 16) < 0) {
        throw PatternSyntax.problem(text, "has '" + c + "' in an IPv6 address; write e.g. [::1]");
      }
    }
    if (host.length() < 4 || !host.endsWith("]")) {
      throw PatternSyntax.problem(text, "has no complete IPv6 address; write e.g. [::1]");
    }
  }

  private static int port(String text, String authority, int colon) {
    String written = authority.substring(colon + 1);
    int port = 0;
    for (int i = 0; i < written.length(); i++) {
      int digit = written.charAt(i) - '0';
      if (digit < 0 || digit > 9 || port > 65535) {
        port = -1;
        break;
      }
      port = port * 10 + digit;
    }
    if (port < 1 || port > 65535) {
      throw PatternSyntax.problem(
          text,
          "has the port \""
              + written
              + "\"; write a number from 1 to 65535, or no port, which matches every port");
    }
    if (port == 80 || port == 443) {
      throw PatternSyntax.problem(
          text,
          "has the port "
              + port
              + ", but names leave out the default port of a scheme; write "
              + authority.substring(0, colon)
              + " alone, which matches every port");
    }
    return port;
  }
}
