package dev.weir.agent.config;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What users of other libraries type, and how it is written here: the one table. */
final class ForeignKeys {

  /**
   * Section, key in lower case without hyphens, our key, and the unit that a bare number is in, if
   * that is known; or {@code !}, what to write, and the key that may be meant. A line for one value
   * of a key, behind {@code =}, stands before that for all.
   */
  private static final String[][] TABLE = {
    {"top", "highestsystemload", "system.load"},
    {"top", "highestcpuusage", "system.cpu"},
    {"top", "qps", "system.inbound-rate"},
    {"top", "maxthread", "system.inbound-concurrency"},
    {"top", "avgrt", "system.inbound-latency"},
    {"top", "flowrules", "resources"},
    {"top", "degraderules", "resources"},
    {"top", "systemrules", "system"},
    {"top", "authorityrules", "!write access in the entries of resources", "resources"},
    {"top", "rules", "resources"},
    {"top", "flow", "!it belongs into an entry of resources, beside match", "resources"},
    {"top", "concurrency", "!it belongs into an entry of resources, beside match", "resources"},
    {"top", "breaker", "!it belongs into an entry of resources, beside match", "resources"},
    {"top", "access", "!it belongs into an entry of resources, beside match", "resources"},
    {"system", "highestsystemload", "load", ""},
    {"system", "highestcpuusage", "cpu", ""},
    {"system", "qps", "inbound-rate", "/s"},
    {"system", "maxthread", "inbound-concurrency", ""},
    {"system", "avgrt", "inbound-latency", "ms"},
    {"system", "mode", "!the mode at the top of the file holds for system, too"},
    {"resources", "circuitbreaker", "breaker"},
    {"resources", "degrade", "breaker"},
    {"resources", "outlierdetection", "breaker"},
    {"resources", "bulkhead", "concurrency"},
    {"resources", "semaphore", "concurrency"},
    {
      "resources",
      "circuitbreakers",
      "!Envoy's limits on calls at once are concurrency here, its outlier_detection is breaker"
    },
    {"resources", "ratelimiter", "flow"},
    {"resources", "ratelimit", "flow"},
    {"resources", "localratelimit", "flow"},
    {"resources", "qps", "flow"},
    {"resources", "limitapp", "caller"},
    {"resources", "authority", "access"},
    {"resources", "fallback", "on-block"},
    {"resources", "blockhandler", "on-block"},
    {
      "resources",
      "count",
      "!it belongs inside flow: write flow: {limit: <count>/s}; of calls at once concurrency: <count>"
    },
    {
      "resources",
      "controlbehavior",
      "!it belongs inside flow: write max-wait there to pace calls, warm-up to warm up"
    },
    {
      "resources",
      "warmupperiodsec",
      "!it belongs inside flow: write flow: {limit: <count>/s, warm-up: <warmUpPeriodSec>s}"
    },
    {
      "resources",
      "maxqueueingtimems",
      "!it belongs inside flow: write flow: {limit: <count>/s, max-wait: <maxQueueingTimeMs>ms}"
    },
    {"resources", "paramidx", "!write per: arg:<i>, e.g. per: arg:0", "per"},
    {"resources", "resource", "match"},
    {"resources", "paramflowitemlist", "overrides"},
    {"resources", "refresource", "!write related inside flow, or from, as strategy says"},
    {
      "resources",
      "grade",
      "!a rule of grade 0 is concurrency: <count>, one of grade 1 is flow: {limit: <count>/s}"
    },
    {"flow", "count", "limit", "/s"},
    {"flow", "qps", "limit", "/s"},
    {"flow", "rate", "limit", "/s"},
    {
      "flow",
      "grade=0",
      "!calls at once are concurrency, beside match: write concurrency: <count>",
      "limit"
    },
    {"flow", "grade=1", "!it is what a flow does anyway; remove it"},
    {"flow", "grade", "!a rate is flow here, calls at once are concurrency"},
    {"flow", "controlbehavior=0", "!it is what a flow does anyway; remove it"},
    {"flow", "controlbehavior=1", "warm-up"},
    {"flow", "controlbehavior=2", "max-wait"},
    {"flow", "controlbehavior=3", "!write max-wait and warm-up"},
    {"flow", "controlbehavior", "!write max-wait to pace calls, warm-up to warm up"},
    {"flow", "maxqueueingtimems", "max-wait", "ms"},
    {"flow", "timeoutduration", "max-wait"},
    {"flow", "warmupperiodsec", "warm-up", "s"},
    {"flow", "coldfactor", "cold-factor", ""},
    {
      "flow",
      "limitforperiod",
      "!write limit: <limitForPeriod>/<limitRefreshPeriod>, e.g. limit: 500/s",
      "limit"
    },
    {
      "flow",
      "limitrefreshperiod",
      "!write limit: <limitForPeriod>/<limitRefreshPeriod>, e.g. limit: 500/s",
      "limit"
    },
    {
      "flow",
      "durationinsec",
      "!write limit: <count>/<durationInSec>s, e.g. limit: 500/10s",
      "limit"
    },
    {"flow", "statintervalms", "!write limit: <number>/<period>, e.g. limit: 500/s", "limit"},
    {"flow", "period", "!write limit: <number>/<period>, e.g. limit: 500/s", "limit"},
    {"flow", "strategy=0", "!it is what a flow does anyway; remove it"},
    {"flow", "strategy=2", "!write from beside match, with the name of the inbound resource"},
    {"flow", "strategy", "related"},
    {"flow", "refresource", "related"},
    {"flow", "clustermode=false", "!it is what a flow does anyway; remove it"},
    {"flow", "clustermode", "scope"},
    {"flow", "clusterconfig", "scope"},
    {
      "flow",
      "prioritized",
      "!write priority: {when: header:<name>=<value>, borrow: <period of limit>}",
      "priority"
    },
    {"flow", "paramidx", "!write per: arg:<i>, e.g. per: arg:0", "per"},
    {"flow", "paramflowitemlist", "overrides"},
    {"flow", "limitapp", "!it is caller, beside match"},
    {"flow", "maxtokens", "burst", ""},
    {"flow", "burstcount", "!write burst: <count + burstCount>", "burst"},
    {"flow", "burstcapacity", "burst", ""},
    {
      "flow",
      "tokensperfill",
      "!write limit: <tokens_per_fill>/<fill_interval>, e.g. limit: 500/s",
      "limit"
    },
    {
      "flow",
      "fillinterval",
      "!write limit: <tokens_per_fill>/<fill_interval>, e.g. limit: 500/s",
      "limit"
    },
    {"concurrency", "count", "max", ""},
    {"concurrency", "limit", "max", ""},
    {"concurrency", "threads", "max", ""},
    {"concurrency", "maxthreads", "max", ""},
    {"concurrency", "maxconcurrentcalls", "max", ""},
    {"concurrency", "maxconcurrentrequests", "max", ""},
    {"concurrency", "maxrequests", "max", ""},
    {"concurrency", "maxconnections", "max", ""},
    {"concurrency", "maxpendingrequests", "max-waiting", ""},
    {"concurrency", "paramidx", "!write per: arg:<i>, e.g. per: arg:0", "per"},
    {"concurrency", "grade=0", "!it is what concurrency is anyway; remove it"},
    {"concurrency", "grade", "!calls at once are concurrency here, a rate is flow"},
    {"concurrency", "maxwaitduration", "max-wait"},
    {"concurrency", "timeout", "max-wait"},
    {"concurrency", "queue", "max-waiting", ""},
    {"concurrency", "queuecapacity", "max-waiting", ""},
    {"concurrency", "queuesize", "max-waiting", ""},
    {
      "breaker",
      "grade=0",
      "!write slow-call: <count>ms and slow-ratio: <slowRatioThreshold>",
      "error-ratio"
    },
    {"breaker", "grade=1", "!write error-ratio: <count>, a ratio from 0 to 1", "error-ratio"},
    {"breaker", "grade=2", "!write error-count: <count>", "error-ratio"},
    {
      "breaker",
      "grade",
      "!write error-ratio, error-count, or slow-call and slow-ratio",
      "error-ratio"
    },
    {
      "breaker",
      "strategy=0",
      "!write slow-call: <count>ms and slow-ratio: <slowRatioThreshold>",
      "error-ratio"
    },
    {"breaker", "strategy=1", "!write error-ratio: <count>, a ratio from 0 to 1", "error-ratio"},
    {"breaker", "strategy=2", "!write error-count: <count>", "error-ratio"},
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
    {"breaker", "timewindow", "open-for", "s"},
    {"breaker", "minrequestamount", "min-calls", ""},
    {"breaker", "minimumnumberofcalls", "min-calls", ""},
    {"breaker", "requestvolumethreshold", "min-calls", ""},
    {"breaker", "statintervalms", "window", "ms"},
    {"breaker", "slidingwindowsize", "window"},
    {"breaker", "interval", "window"},
    {"breaker", "slidingwindowtype", "!a window is a time here; write window, e.g. window: 10s"},
    {"breaker", "slowratiothreshold", "slow-ratio", ""},
    {"breaker", "slowcallratethreshold", "slow-ratio", "%"},
    {"breaker", "slowcalldurationthreshold", "slow-call", "ms"},
    {"breaker", "maxallowedrt", "slow-call", "ms"},
    {"breaker", "failureratethreshold", "error-ratio", "%"},
    {"breaker", "errorthresholdpercentage", "error-ratio", "%"},
    {"breaker", "failurepercentagethreshold", "error-ratio", "%"},
    {"breaker", "failurethreshold", "error-count", ""},
    {
      "breaker",
      "consecutive5xx",
      "!write error-count, which counts within window; or error-ratio",
      "error-count"
    },
    {"breaker", "failureratio", "error-ratio", ""},
    {"breaker", "waitdurationinopenstate", "open-for", "s"},
    {"breaker", "sleepwindowinmilliseconds", "open-for", "ms"},
    {"breaker", "delay", "open-for"},
    {"breaker", "baseejectiontime", "open-for"},
    {"breaker", "maxejectiontime", "max-open-for"},
    {"breaker", "permittednumberofcallsinhalfopenstate", "probes", ""},
    {"breaker", "successthreshold", "probes", ""},
    {"breaker", "maxwaitdurationinhalfopenstate", "probe-timeout"},
    {"breaker", "recordexceptions", "errors.types"},
    {"breaker", "ignoreexceptions", "errors.ignore"},
    {"breaker", "status", "errors.status"},
    {"system", "inboundqps", "inbound-rate", "/s"},
    {"system", "rate", "inbound-rate"},
    {"system", "concurrency", "inbound-concurrency"},
    {"system", "latency", "inbound-latency"},
    {"access", "white", "allow"},
    {"access", "black", "deny"},
    {"access", "strategy=0", "!write allow, with the callers of limitApp", "allow"},
    {"access", "strategy=1", "!write deny, with the callers of limitApp", "deny"},
    {"access", "strategy", "!write allow or deny, with the callers of limitApp", "allow"},
    {"access", "limitapp", "!write its callers after allow (white) or deny (black)", "allow"},
    {"errors", "exceptions", "types"},
    {"errors", "include", "types"},
    {"errors", "exclude", "ignore"},
    {"errors", "sqlstates", "sql-states"},
  };

  private ForeignKeys() {}

  /**
   * How to write here what is written elsewhere as {@code key}, or null.
   *
   * @param value of the key
   * @param around what the key stands in
   * @param meant to which the key that is meant is added
   */
  static @Nullable String hint(
      String section, String key, Node value, Node.Mapping around, Set<String> meant) {
    String plain = plain(key);
    String together = section.equals("flow") ? SentinelFlow.hint(plain, around, meant) : null;
    if (together != null) {
      return "unknown key; " + together;
    }
    String text = value instanceof Node.Scalar scalar ? scalar.text() : "";
    String exact = plain + '=' + text;
    for (String[] line : TABLE) {
      if (line[0].equals(section) && (line[1].equals(plain) || line[1].equals(exact))) {
        return hint(line, section, text, meant);
      }
    }
    return null;
  }

  private static String hint(String[] line, String section, String value, Set<String> meant) {
    String ours = line[2];
    if (ours.startsWith("!")) {
      if (line.length > 3) {
        meant.add(line[3]);
      }
      return "unknown key; " + ours.substring(1);
    }
    meant.add(ours);
    int dot = ours.indexOf('.');
    if (LaterKeys.contains(section, dot < 0 ? ours : ours.substring(0, dot))) {
      return "unknown key; it is " + ours + " here, which is not in this version of Weir";
    }
    boolean number = line.length > 3 && Decimal.parse(value) != null;
    return "unknown key; "
        + (number ? "write " + ours + ": " + value + line[3] : "it is " + ours + " here");
  }

  static int count() {
    return TABLE.length;
  }

  /** Section and our key of a line. */
  static String[] line(int index) {
    return TABLE[index].clone();
  }

  /** In lower case without hyphens. */
  static String plain(String key) {
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
