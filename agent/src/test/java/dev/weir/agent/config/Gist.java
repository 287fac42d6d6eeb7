package dev.weir.agent.config;

import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.ResourcePattern;
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
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

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
    lines.add("exempt " + texts(rules.exempt()));
    for (Entry entry : rules.entries()) {
      lines.add(
          entry.name()
              + " "
              + texts(entry.match())
              + " except "
              + texts(entry.except())
              + " "
              + entry.unlisted());
      entry
          .rules()
          .forEach(rule -> lines.add("  " + rule.name() + " " + micros(((FlowRule) rule).limit())));
    }
    return String.join("\n", lines);
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
      for (Node flow : list(entry.get("flow"))) {
        Map<String, Node> rule = map(flow);
        lines.add(
            "  " + scalar(rule.get("name"), null) + " " + rate(scalar(rule.get("limit"), "")));
      }
    }
    return String.join("\n", lines);
  }

  private static String rate(@Nullable String text) {
    if (text == null || text.equals("unlimited")) {
      return "unlimited";
    }
    String[] parts = text.split("/", -1);
    String number = parts[1].replaceAll("[a-z]", "");
    String unit = parts[1].replaceAll("[^a-z]", "");
    String nanos =
        Map.of(
                "ns", "1", "us", "1e3", "ms", "1e6", "s", "1e9", "m", "6e10", "h", "36e11", "d",
                "864e11")
            .get(unit);
    BigDecimal period =
        new BigDecimal(number.isEmpty() ? "1" : number).multiply(new BigDecimal(nanos));
    return perMegasecond(new BigDecimal(parts[0]), period);
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
