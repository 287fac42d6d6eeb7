package dev.weir.agent.config;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What users of other libraries type, and how it is written here: the one table. */
final class ForeignKeys {

  /**
   * Section, key in lower case without hyphens, our key; or {@code !}, what to write, and the key
   * that may be meant.
   */
  private static final String[][] TABLE = {
    {"resources", "circuitbreaker", "breaker"},
    {"resources", "degrade", "breaker"},
    {"resources", "bulkhead", "concurrency"},
    {"resources", "semaphore", "concurrency"},
    {"resources", "ratelimiter", "flow"},
    {"resources", "ratelimit", "flow"},
    {"resources", "qps", "flow"},
    {"resources", "limitapp", "caller"},
    {"resources", "fallback", "on-block"},
    {"resources", "paramidx", "per"},
    {"resources", "resource", "match"},
    {"flow", "count", "limit"},
    {"flow", "qps", "limit"},
    {"flow", "rate", "limit"},
    {"flow", "grade", "!a rate is flow here, calls at once are concurrency"},
    {"flow", "controlbehavior", "!write max-wait to pace calls, warm-up to warm up"},
    {"flow", "maxqueueingtimems", "max-wait"},
    {"flow", "timeoutduration", "max-wait"},
    {"flow", "warmupperiodsec", "warm-up"},
    {"flow", "limitforperiod", "!write limit: <number>/<period>, e.g. limit: 500/s", "limit"},
    {"flow", "limitrefreshperiod", "!write limit: <number>/<period>, e.g. limit: 500/s", "limit"},
    {"flow", "durationinsec", "!write limit: <number>/<period>, e.g. limit: 500/s", "limit"},
    {"flow", "statintervalms", "!write limit: <number>/<period>, e.g. limit: 500/s", "limit"},
    {"flow", "period", "!write limit: <number>/<period>, e.g. limit: 500/s", "limit"},
    {"flow", "strategy", "related"},
    {"flow", "refresource", "related"},
    {"flow", "clustermode", "scope"},
    {"flow", "paramidx", "per"},
    {"flow", "limitapp", "!it is caller, beside match"},
    {"concurrency", "count", "max"},
    {"concurrency", "limit", "max"},
    {"concurrency", "threads", "max"},
    {"concurrency", "maxthreads", "max"},
    {"concurrency", "maxconcurrentcalls", "max"},
    {"concurrency", "maxconcurrentrequests", "max"},
    {"concurrency", "paramidx", "!write per: arg:<i>, e.g. per: arg:0", "per"},
    {"concurrency", "grade", "!calls at once are concurrency here, a rate is flow"},
    {"concurrency", "maxwaitduration", "max-wait"},
    {"concurrency", "timeout", "max-wait"},
    {"concurrency", "queue", "max-waiting"},
    {"concurrency", "queuecapacity", "max-waiting"},
    {"concurrency", "queuesize", "max-waiting"},
    {
      "breaker",
      "grade",
      "!write error-ratio, error-count, or slow-call and slow-ratio",
      "error-ratio"
    },
    {
      "breaker",
      "strategy",
      "!write error-ratio, error-count, or slow-call and slow-ratio",
      "error-ratio"
    },
    {
      "breaker",
      "count",
      "!write error-ratio or error-count; where it was a response time, slow-call",
      "error-ratio"
    },
    {"breaker", "threshold", "!write error-ratio, error-count or slow-ratio", "error-ratio"},
    {"breaker", "timewindow", "open-for"},
    {"breaker", "minrequestamount", "min-calls"},
    {"breaker", "minimumnumberofcalls", "min-calls"},
    {"breaker", "requestvolumethreshold", "min-calls"},
    {"breaker", "statintervalms", "window"},
    {"breaker", "slidingwindowsize", "window"},
    {"breaker", "slidingwindowtype", "!a window is a time here; write window, e.g. window: 10s"},
    {"breaker", "slowratiothreshold", "slow-ratio"},
    {"breaker", "slowcallratethreshold", "slow-ratio"},
    {"breaker", "slowcalldurationthreshold", "slow-call"},
    {"breaker", "maxallowedrt", "slow-call"},
    {"breaker", "failureratethreshold", "error-ratio"},
    {"breaker", "failurethreshold", "error-count"},
    {"breaker", "failureratio", "error-ratio"},
    {"breaker", "errorthresholdpercentage", "error-ratio"},
    {"breaker", "waitdurationinopenstate", "open-for"},
    {"breaker", "sleepwindowinmilliseconds", "open-for"},
    {"breaker", "delay", "open-for"},
    {"breaker", "permittednumberofcallsinhalfopenstate", "probes"},
    {"breaker", "successthreshold", "probes"},
    {"breaker", "maxwaitdurationinhalfopenstate", "probe-timeout"},
    {"breaker", "recordexceptions", "errors.types"},
    {"breaker", "ignoreexceptions", "errors.ignore"},
    {"breaker", "status", "errors.status"},
    {"errors", "exceptions", "types"},
    {"errors", "include", "types"},
    {"errors", "exclude", "ignore"},
    {"errors", "sqlstates", "sql-states"},
  };

  private ForeignKeys() {}

  /**
   * How to write here what is written elsewhere as {@code key}, or null.
   *
   * @param meant to which the key that is meant is added
   */
  static @Nullable String hint(String section, String key, Set<String> meant) {
    String plain = plain(key);
    for (String[] line : TABLE) {
      if (line[0].equals(section) && line[1].equals(plain)) {
        String ours = line[2];
        if (ours.startsWith("!")) {
          if (line.length > 3) {
            meant.add(line[3]);
          }
          return "unknown key; " + ours.substring(1);
        }
        meant.add(ours);
        return "unknown key; it is "
            + ours
            + " here"
            + (LaterKeys.contains(section, ours) ? ", which is not in this version of Weir" : "");
      }
    }
    return null;
  }

  static int count() {
    return TABLE.length;
  }

  /** Section and our key of a line. */
  static String[] line(int index) {
    return TABLE[index].clone();
  }

  private static String plain(String key) {
    StringBuilder plain = new StringBuilder(key.length());
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (c != '-' && c != '_') {
        plain.append(c);
      }
    }
    return plain.toString().toLowerCase(Locale.ROOT);
  }
}
