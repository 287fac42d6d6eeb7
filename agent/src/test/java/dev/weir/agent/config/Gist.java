package dev.weir.agent.config;

import dev.weir.core.breaker.BreakerRule;
import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.Rule;
import dev.weir.core.rules.RuleSet;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * What a file says, in plain text: from rules, or from SnakeYAML's own nodes by a reader that
 * shares nothing with the one under test and takes it that the file is valid.
 */
final class Gist {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:(\\w+)(:([^}]*))?}");

  private Gist() {}

  static String of(RuleSet rules) {
    List<String> lines = new ArrayList<>();
    lines.add("mode " + rules.mode().name().toLowerCase(Locale.ROOT));
    lines.add("app " + rules.app());
    List<String> exempt = new ArrayList<>();
    rules.exempt().forEach(each -> exempt.addAll(texts(each.match())));
    lines.add("exempt " + exempt);
    for (Entry entry : rules.entries()) {
      lines.add(
          entry.name()
              + " "
              + texts(entry.match())
              + " except "
              + texts(entry.except())
              + " "
              + entry.unlisted());
      entry.rules().forEach(rule -> lines.add("  " + rule.kind() + " " + rule.name() + said(rule)));
    }
    return String.join("\n", lines);
  }

  private static String said(Rule rule) {
    Keying keying = rule.keying();
    if (keying == null) {
      return number(rule);
    }
    List<String> overrides = new ArrayList<>();
    keying.overrides().forEach((value, override) -> overrides.add(value + "=" + number(override)));
    return number(rule)
        + " per "
        + keying.per()
        + " "
        + keying.absent()
        + " "
        + keying.maxKeys()
        + " "
        + overrides;
  }

  private static String number(Rule rule) {
    if (rule instanceof FlowRule flow) {
      return " " + micros(flow.limit());
    }
    if (rule instanceof ConcurrencyRule concurrency) {
      return " " + concurrency.max() + " wait " + concurrency.maxWaitNanos();
    }
    BreakerRule breaker = (BreakerRule) rule;
    return " "
        + breaker.errorRatio()
        + " "
        + breaker.errorCount()
        + " open "
        + breaker.openForNanos()
        + " "
        + breaker.maxOpenForNanos()
        + " "
        + breaker.force()
        + " "
        + breaker.errors().status();
  }

  private static List<String> texts(List<ResourcePattern> patterns) {
    return patterns.stream().map(ResourcePattern::text).toList();
  }

  /** Calls in a million seconds, which tells rates apart however they are written. */
  private static String micros(Rate rate) {
    return rate.calls() == Rate.UNLIMITED
        ? "unlimited"
        : perMegasecond(BigDecimal.valueOf(rate.calls()), BigDecimal.valueOf(rate.periodNanos()));
  }

  private static String perMegasecond(BigDecimal calls, BigDecimal nanos) {
    return calls.multiply(BigDecimal.TEN.pow(15)).divide(nanos, 3, RoundingMode.HALF_UP).toString();
  }

  static String naive(String text) {
    String unmarked = text.startsWith("\uFEFF") ? text.substring(1) : text;
    Map<String, Node> file = map(new Yaml(new LoaderOptions()).compose(new StringReader(unmarked)));
    List<String> lines = new ArrayList<>();
    lines.add("mode " + scalar(file.get("mode"), "enforce"));
    lines.add("app " + scalar(file.get("app"), null));
    List<String> exempt = new ArrayList<>();
    list(file.get("exempt")).forEach(each -> exempt.addAll(scalars(map(each).get("match"))));
    lines.add("exempt " + exempt);
    for (Node each : list(file.get("resources"))) {
      Map<String, Node> entry = map(each);
      lines.add(
          scalar(entry.get("name"), null)
              + " "
              + scalars(entry.get("match"))
              + " except "
              + scalars(entry.get("except"))
              + " "
              + scalar(entry.get("unlisted"), "false"));
      rules(entry, lines);
    }
    return String.join("\n", lines);
  }

  private static void rules(Map<String, Node> entry, List<String> lines) {
    for (Node breaker : list(entry.get("breaker"))) {
      Map<String, Node> rule = map(breaker);
      lines.add(
          "  breaker "
              + scalar(rule.get("name"), null)
              + breaker(rule)
              + keying("breaker", entry, rule));
    }
    for (Node flow : list(entry.get("flow"))) {
      Map<String, Node> rule = map(flow);
      lines.add(
          "  flow " + scalar(rule.get("name"), null) + flow(rule) + keying("flow", entry, rule));
    }
    for (Node limit : list(entry.get("concurrency"))) {
      Map<String, Node> rule = limits(limit);
      lines.add(
          "  concurrency "
              + scalar(rule.get("name"), null)
              + concurrency(rule)
              + keying("concurrency", entry, rule));
    }
  }

  private static String flow(Map<String, Node> rule) {
    return " " + rate(scalar(rule.get("limit"), ""));
  }

  private static Map<String, Node> limits(Node limit) {
    return limit instanceof ScalarNode ? Map.of("max", limit) : map(limit);
  }

  private static String concurrency(Map<String, Node> rule) {
    String max = String.valueOf(scalar(rule.get("max"), null));
    return " "
        + (max.equals("unlimited") ? Integer.MAX_VALUE : new BigDecimal(max).intValueExact())
        + " wait "
        + nanos(scalar(rule.get("max-wait"), "0s"));
  }

  private static String breaker(Map<String, Node> rule) {
    String openFor = scalar(rule.get("open-for"), "30s");
    Map<String, Node> errors = map(rule.get("errors"));
    String force = String.valueOf(scalar(rule.get("force"), "none"));
    return " "
        + ratio(scalar(rule.get("error-ratio"), null))
        + " "
        + whole(scalar(rule.get("error-count"), "0"))
        + " open "
        + nanos(openFor)
        + " "
        + nanos(scalar(rule.get("max-open-for"), openFor))
        + " "
        + force.toUpperCase(Locale.ROOT)
        + " "
        + (errors.containsKey("status") ? statuses(errors.get("status")) : "[500-599]");
  }

  private static List<String> statuses(@Nullable Node written) {
    List<String> ranges = new ArrayList<>();
    for (String range : scalars(written)) {
      String[] ends = range.split("-", -1);
      int first = whole(ends[0].strip());
      int last = whole(ends[ends.length - 1].strip());
      ranges.add(first == last ? "" + first : first + "-" + last);
    }
    return ranges;
  }

  private static int whole(@Nullable String text) {
    return new BigDecimal(String.valueOf(text)).intValueExact();
  }

  private static double ratio(@Nullable String text) {
    if (text == null) {
      return Double.NaN;
    }
    boolean percent = text.endsWith("%");
    BigDecimal number = new BigDecimal(text.replace("%", ""));
    return (percent ? number.divide(BigDecimal.valueOf(100)) : number).doubleValue();
  }

  /** The four keys, each of the rule or else of the entry. */
  private static String keying(String kind, Map<String, Node> entry, Map<String, Node> rule) {
    Node per = rule.getOrDefault("per", entry.get("per"));
    if (per == null) {
      return "";
    }
    String absent = scalar(rule.getOrDefault("absent", entry.get("absent")), "shared");
    String maxKeys = scalar(rule.getOrDefault("max-keys", entry.get("max-keys")), "10000");
    // In a valid file one rule takes those of the entry, if there are any.
    boolean ofEntry = !rule.containsKey("overrides") && !rule.containsKey("per");
    Node overrides = ofEntry ? entry.get("overrides") : rule.get("overrides");
    List<String> texts = new ArrayList<>();
    map(overrides).forEach((value, node) -> texts.add(value + "=" + override(kind, rule, node)));
    return " per "
        + scalars(per)
        + " "
        + String.valueOf(absent).toUpperCase(Locale.ROOT)
        + " "
        + whole(maxKeys)
        + " "
        + texts;
  }

  private static String override(String kind, Map<String, Node> rule, Node written) {
    Map<String, Node> limits = new LinkedHashMap<>(rule);
    if (written instanceof ScalarNode && kind.equals("breaker")) {
      limits.put("force", new ScalarNode(Tag.STR, "closed", null, null, ScalarStyle.PLAIN));
    } else if (written instanceof ScalarNode && kind.equals("flow")) {
      limits.put("limit", written);
    } else {
      limits.putAll(limits(written));
    }
    return switch (kind) {
      case "breaker" -> breaker(limits);
      case "flow" -> flow(limits);
      default -> concurrency(limits);
    };
  }

  private static BigDecimal nanos(@Nullable String duration) {
    String text = String.valueOf(duration);
    return new BigDecimal(text.replaceAll("[a-z]", ""))
        .multiply(new BigDecimal(unitNanos(text.replaceAll("[^a-z]", ""))))
        .setScale(0, RoundingMode.UNNECESSARY);
  }

  private static String rate(@Nullable String text) {
    if (text == null || text.equals("unlimited")) {
      return "unlimited";
    }
    String[] parts = text.split("/", -1);
    String number = parts[1].replaceAll("[a-z]", "");
    String unit = parts[1].replaceAll("[^a-z]", "");
    BigDecimal period =
        new BigDecimal(number.isEmpty() ? "1" : number).multiply(new BigDecimal(unitNanos(unit)));
    return perMegasecond(new BigDecimal(parts[0]), period);
  }

  private static String unitNanos(String unit) {
    return Map.of(
            "ns", "1", "us", "1e3", "ms", "1e6", "s", "1e9", "m", "6e10", "h", "36e11", "d",
            "864e11")
        .getOrDefault(unit, "");
  }

  private static Map<String, Node> map(@Nullable Node node) {
    Map<String, Node> map = new LinkedHashMap<>();
    List<Node> merged = new ArrayList<>();
    List<NodeTuple> tuples = node == null ? List.of() : ((MappingNode) node).getValue();
    for (NodeTuple tuple : tuples) {
      ScalarNode key = (ScalarNode) tuple.getKeyNode();
      if (key.getValue().equals("<<")) {
        merged.addAll(list(tuple.getValueNode()));
      } else {
        map.put(key.getValue(), tuple.getValueNode());
      }
    }
    merged.forEach(each -> map(each).forEach(map::putIfAbsent));
    return map;
  }

  private static List<Node> list(@Nullable Node node) {
    if (node == null) {
      return List.of();
    }
    return node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
  }

  private static List<String> scalars(@Nullable Node node) {
    return list(node).stream().map(each -> String.valueOf(scalar(each, null))).toList();
  }

  private static @Nullable String scalar(@Nullable Node node, @Nullable String otherwise) {
    return node == null
        ? otherwise
        : VARIABLE.matcher(((ScalarNode) node).getValue()).replaceAll(Gist::value);
  }

  private static String value(MatchResult variable) {
    String value =
        Read.VARIABLES.getOrDefault(variable.group(1), String.valueOf(variable.group(3)));
    return Matcher.quoteReplacement(value);
  }
}
