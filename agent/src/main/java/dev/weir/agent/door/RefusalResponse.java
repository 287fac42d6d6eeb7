package dev.weir.agent.door;

import dev.weir.bridge.Answer;
import dev.weir.bridge.Refusal;
import dev.weir.core.BlockReason;
import dev.weir.core.Verdict;
import dev.weir.core.rules.OnBlock;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP response that says a call was refused: as the entry's {@code on-block} words it, else a
 * problem (RFC 9457). It tells why and when to come back, but no limits or counts, which are not
 * the client's business.
 */
final class RefusalResponse {

  private static final String PROBLEM = "application/problem+json";

  private final OnBlock.Action action;
  private final String resource;
  private final BlockReason reason;
  private final int status;
  private final long retryAfterSeconds;

  private RefusalResponse(Verdict verdict, OnBlock.Action action, String resource) {
    this.action = action;
    this.resource = resource;
    this.reason = verdict.reason();
    this.status = action.status() == null ? defaultStatus(reason) : action.status();
    this.retryAfterSeconds = seconds(verdict.retryAfterNanos());
  }

  static Answer of(Refusal refusal, String resource) {
    return new RefusalResponse(Blocked.verdict(refusal), Blocked.action(refusal), resource)
        .answer();
  }

  private Answer answer() {
    String type = contentType();
    List<String> headers = new ArrayList<>();
    if (!hasNoBody()) {
      add(headers, "Content-Type", type);
    }
    add(headers, "Weir-Blocked", reason.key());
    if (retryAfterSeconds > 0) {
      add(headers, "Retry-After", Long.toString(retryAfterSeconds));
    }
    for (Map.Entry<String, String> header : action.headers().entrySet()) {
      if (!isOfTheMessage(header.getKey())) {
        add(headers, header.getKey(), headerValue(header.getValue()));
      }
    }
    byte[] body = hasNoBody() ? new byte[0] : body(type).getBytes(charset(type));
    return Answer.responding(status, headers.toArray(new String[0]), body);
  }

  private String contentType() {
    String written = action.contentType();
    for (Map.Entry<String, String> header : action.headers().entrySet()) {
      if (written == null && header.getKey().equalsIgnoreCase("Content-Type")) {
        written = header.getValue();
      }
    }
    if (written == null) {
      return PROBLEM;
    }
    String type = headerValue(written);
    String lower = type.toLowerCase(Locale.ROOT);
    // Without it a text is ISO 8859-1 to servlet containers and to some clients.
    return lower.startsWith("text/") && !lower.contains("charset") ? type + ";charset=UTF-8" : type;
  }

  /** How the body is framed is not for a rule file to say; its type is said once. */
  private static boolean isOfTheMessage(String header) {
    return header.equalsIgnoreCase("Content-Type")
        || header.equalsIgnoreCase("Content-Length")
        || header.equalsIgnoreCase("Transfer-Encoding");
  }

  /** Statuses that a body may not follow (RFC 9110). */
  private boolean hasNoBody() {
    return status < 200 || status == 204 || status == 205 || status == 304;
  }

  private String body(String type) {
    BodyText text = BodyText.of(type);
    if (action.body() != null) {
      return fill(action.body(), text);
    }
    return text == BodyText.JSON ? problem() : text.escape(detail());
  }

  private String problem() {
    StringBuilder json = new StringBuilder(256);
    json.append("{\"type\":\"about:blank\",\"title\":\"").append(title());
    json.append("\",\"status\":").append(status);
    json.append(",\"detail\":\"").append(BodyText.JSON.escape(detail()));
    json.append("\",\"resource\":\"").append(BodyText.JSON.escape(resource));
    json.append("\",\"reason\":\"").append(reason.key()).append('"');
    if (retryAfterSeconds > 0) {
      json.append(",\"retry-after\":").append(retryAfterSeconds);
    }
    return json.append('}').toString();
  }

  /** Of {@code about:blank} the title is the status's own phrase. */
  private String title() {
    return switch (status) {
      case 400 -> "Bad Request";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 409 -> "Conflict";
      case 429 -> "Too Many Requests";
      case 500 -> "Internal Server Error";
      case 502 -> "Bad Gateway";
      case 503 -> "Service Unavailable";
      case 504 -> "Gateway Timeout";
      default -> "Refused";
    };
  }

  private String detail() {
    if (retryAfterSeconds <= 0) {
      return cause();
    }
    return cause()
        + " Retry after "
        + retryAfterSeconds
        + (retryAfterSeconds == 1 ? " second." : " seconds.");
  }

  private String cause() {
    return switch (reason) {
      case FLOW -> "Too many requests in this time.";
      case CONCURRENCY -> "Too many requests at once.";
      case BREAKER -> "This resource failed or was slow lately and is given a pause.";
      case SYSTEM -> "The service is overloaded.";
      case ACCESS -> "This caller has no access.";
    };
  }

  /** A value that cannot end its line, whatever was put into it. */
  private String headerValue(String template) {
    StringBuilder value = new StringBuilder(fill(template, BodyText.PLAIN));
    for (int at = 0; at < value.length(); at++) {
      char c = value.charAt(at);
      if (c < ' ' || c == 0x7F) {
        value.setCharAt(at, ' ');
      } else if (c > 0xFF) {
        value.setCharAt(
            at, '?'); // Header fields are ISO 8859-1; containers differ in what they do.
      }
    }
    return value.toString();
  }

  /**
   * Replaces the three placeholders in one pass: what stands in a value is not a template. Where no
   * time is known, the least that {@code Retry-After} could say stands for it, since it may stand
   * where JSON wants a number.
   */
  private String fill(String template, BodyText text) {
    StringBuilder filled = new StringBuilder(template.length() + 64);
    int from = 0;
    for (int at = template.indexOf("${"); at >= 0; at = template.indexOf("${", from)) {
      filled.append(template, from, at);
      int end = template.indexOf('}', at);
      String value = end < 0 ? null : value(template.substring(at + 2, end));
      filled.append(value == null ? "${" : text.escape(value));
      from = value == null ? at + 2 : end + 1;
    }
    return filled.append(template, from, template.length()).toString();
  }

  private @Nullable String value(String placeholder) {
    return switch (placeholder) {
      case "resource" -> resource;
      case "reason" -> reason.key();
      case "retry-after" -> Long.toString(Math.max(1, retryAfterSeconds));
      default -> null;
    };
  }

  private static void add(List<String> headers, String name, String value) {
    for (int at = 0; at < headers.size(); at += 2) {
      if (headers.get(at).equalsIgnoreCase(name)) {
        headers.set(at + 1, value);
        return;
      }
    }
    headers.add(name);
    headers.add(value);
  }

  private static int defaultStatus(BlockReason reason) {
    return switch (reason) {
      case FLOW -> 429;
      case CONCURRENCY, BREAKER, SYSTEM -> 503;
      case ACCESS -> 403;
    };
  }

  /** Whole seconds, rounded up; at least 1, or -1 where the time is not known. */
  private static long seconds(long nanos) {
    if (nanos < 0) {
      return -1;
    }
    long second = TimeUnit.SECONDS.toNanos(1);
    return Math.max(1, nanos / second + (nanos % second == 0 ? 0 : 1));
  }

  private static Charset charset(String contentType) {
    int at = contentType.toLowerCase(Locale.ROOT).indexOf("charset=");
    if (at < 0) {
      return StandardCharsets.UTF_8;
    }
    String name = contentType.substring(at + "charset=".length());
    int end = name.indexOf(';');
    try {
      return Charset.forName((end < 0 ? name : name.substring(0, end)).replace("\"", "").trim());
    } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
      return StandardCharsets.UTF_8; // The client will not know it either.
    }
  }
}
