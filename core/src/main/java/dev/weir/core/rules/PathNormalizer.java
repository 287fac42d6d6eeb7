package dev.weir.core.rules;

import org.jspecify.annotations.Nullable;

/**
 * Makes one spelling of all spellings of a path, so that none escapes its rule.
 *
 * <p>A raw path ({@link #normalize}) goes through what servers do before they route: path
 * parameters are cut off each segment, then the segment is percent-decoded, once, then empty
 * segments and {@code .} vanish and {@code ..} takes away a segment, never above the root. The
 * order matters: {@code /..;x/} and {@code /%2e%2e/} climb, {@code /%252e%252e/} does not. Octets
 * that are not well-formed UTF-8 (overlong forms among them) stay as written, and so does {@code
 * %00}, which no server routes. {@code %2F} stays too, as {@code %2F}: it is a character of a
 * segment (RFC 3986, 2.2). Decoded it would split a value such as {@code a%2Fb}, or {@code
 * x%2F..%2F..%2Fadmin} that an attacker had the application encode, and lead the request away from
 * the rule on {@code /prices/{sku}}.
 *
 * <p>Of a servlet request ({@link #servletPath}) the container has decoded and routed all but the
 * context path, which the servlet API leaves as sent. Decoding the rest again would be wrong:
 * {@code %2e} there is what {@code %252e} said. Yet containers differ in whether they route by
 * {@code //} and leave it in the path (Tomcat collapses it, others may be told not to), and
 * frameworks serve such a path as if it were clean. Empty and dot segments are therefore taken out
 * of each part by itself: a {@code ..} that the container left in cannot lead out of the servlet it
 * chose.
 */
public final class PathNormalizer {

  private PathNormalizer() {}

  /**
   * The path as a server routes it, of the path as sent. Gives {@code raw} itself where nothing is
   * to be done.
   *
   * @param raw without query string; empty means {@code /}
   */
  public static String normalize(String raw) {
    if (isClean(raw, true)) {
      return raw;
    }
    StringBuilder path = new StringBuilder(raw.length() + 1);
    if (append(path, raw, true) || path.length() == 0) {
      path.append('/');
    }
    return path.toString();
  }

  /**
   * The path of a request within its server, of the parts that a servlet container gives. Allocates
   * nothing where only one part is there and clean.
   */
  public static String servletPath(
      @Nullable String contextPath, @Nullable String servletPath, @Nullable String pathInfo) {
    String context = contextPath == null ? "" : contextPath;
    String servlet = servletPath == null ? "" : servletPath;
    String info = pathInfo == null ? "" : pathInfo;
    if (isCleanOrEmpty(context, true)
        && isCleanOrEmpty(servlet, false)
        && isCleanOrEmpty(info, false)
        && !endsBeforeMore(context, servlet.length() + info.length())
        && !endsBeforeMore(servlet, info.length())) {
      String path = join(join(context, servlet), info);
      return path.isEmpty() ? "/" : path;
    }
    StringBuilder path = new StringBuilder(context.length() + servlet.length() + info.length() + 1);
    boolean slash = append(path, context, true);
    slash = servlet.isEmpty() ? slash : append(path, servlet, false);
    slash = info.isEmpty() ? slash : append(path, info, false);
    if (slash || path.length() == 0) {
      path.append('/');
    }
    return path.toString();
  }

  /** Unlike {@link String#concat}, copies nothing where one of the two is empty. */
  private static String join(String start, String end) {
    return start.isEmpty() ? end : start.concat(end);
  }

  /** Whether a part ends in a slash and another follows. */
  private static boolean endsBeforeMore(String part, int more) {
    return more > 0 && part.endsWith("/");
  }

  private static boolean isCleanOrEmpty(String part, boolean raw) {
    return part.isEmpty() || isClean(part, raw);
  }

  /** Never true of a path that needs work; false also of some that do not, e.g. {@code /.x}. */
  private static boolean isClean(String path, boolean raw) {
    if (path.isEmpty() || path.charAt(0) != '/') {
      return false;
    }
    char before = 'x';
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if ((before == '/' && (c == '/' || c == '.')) || (raw && (c == '%' || c == ';'))) {
        return false;
      }
      before = c;
    }
    return true;
  }

  /**
   * Appends the segments of {@code part}, each after a slash.
   *
   * @return whether the part ends in a slash
   */
  private static boolean append(StringBuilder path, String part, boolean raw) {
    int root = path.length();
    boolean slash = false;
    int from = 0;
    while (from <= part.length()) {
      int next = part.indexOf('/', from);
      int end = next < 0 ? part.length() : next;
      int start = path.length();
      path.append('/');
      appendSegment(path, part, from, end, raw);
      slash = resolveDots(path, root, start);
      from = end + 1;
    }
    return slash;
  }

  private static void appendSegment(
      StringBuilder path, String part, int from, int to, boolean raw) {
    if (!raw) {
      path.append(part, from, to);
      return;
    }
    int at = from;
    while (at < to && part.charAt(at) != ';') {
      char c = part.charAt(at);
      if (c == '%') {
        at = decode(path, part, at, to);
      } else {
        path.append(c);
        at++;
      }
    }
  }

  /** Takes back the segment appended at {@code start} where it is empty or of dots. */
  private static boolean resolveDots(StringBuilder path, int root, int start) {
    int length = path.length() - start - 1;
    boolean dot = length >= 1 && path.charAt(start + 1) == '.';
    if (length == 0 || (length == 1 && dot)) {
      path.setLength(start);
      return true;
    }
    if (length == 2 && dot && path.charAt(start + 2) == '.') {
      path.setLength(start);
      int parent = path.lastIndexOf("/");
      path.setLength(parent > root ? parent : root);
      return true;
    }
    return false;
  }

  /**
   * Appends what stands at {@code at}: a decoded character, or an escape as it is.
   *
   * @return where to go on
   */
  private static int decode(StringBuilder path, String part, int at, int end) {
    int first = at + 3 <= end ? octet(part, at) : -1;
    if (first < 0) {
      path.append('%');
      return at + 1;
    }
    if (first == '/') {
      path.append("%2F");
      return at + 3;
    }
    int codePoint = first < 0x80 ? first : multiByte(part, at, end, first);
    if (codePoint <= 0) {
      path.append(part, at, at + 3);
      return at + 3;
    }
    path.appendCodePoint(codePoint);
    return at + 3 * octets(codePoint);
  }

  /** The character of a well-formed sequence of two to four octets (RFC 3629), or -1. */
  private static int multiByte(String part, int at, int end, int first) {
    int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || at + 3 * (more + 1) > end) {
      return -1;
    }
    int codePoint = first & (0x3F >> more);
    for (int i = 1; i <= more; i++) {
      int next = octet(part, at + 3 * i);
      if (next < 0 || (next & 0xC0) != 0x80) {
        return -1;
      }
      codePoint = (codePoint << 6) | (next & 0x3F);
    }
    boolean surrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
    return codePoint > 0x10FFFF || surrogate || octets(codePoint) != more + 1 ? -1 : codePoint;
  }

  private static int octets(int codePoint) {
    return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  /** Whether an escape stands at {@code at} that {@link #normalize} decodes. */
  static boolean isEscaped(String text, int at) {
    StringBuilder decoded = new StringBuilder();
    return decode(decoded, text, at, text.length()) > at + 1 && decoded.length() < 3;
  }

  /** The octet that {@code %XX} at {@code at} stands for, or -1. */
  private static int octet(String text, int at) {
    if (at + 3 > text.length() || text.charAt(at) != '%') {
      return -1;
    }
    int high = hex(text.charAt(at + 1));
    int low = hex(text.charAt(at + 2));
    return high < 0 || low < 0 ? -1 : (high << 4) | low;
  }

  /** Of ASCII only: {@link Character#digit} takes digits of other scripts too. */
  private static int hex(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int letter = c | 0x20;
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
  }
}
