package dev.weir.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random rules and calls of a small alphabet, so that much matches, against the naive model. */
class ResourceIndexModelTest {

  private static final long SEED = 20_261_130L;
  private static final int RULE_SETS = 1_000;
  private static final int CALLS = 30;

  private static final String[] METHODS = {"GET", "HEAD", "POST", "OPTIONS", "BREW"};
  private static final String[] SEGMENTS = {
    "a", "b", "ab", "ba", "aab", "abab", "1", "*", "A", "ö"
  };
  private static final String[] TEMPLATES = {
    "a", "b", "ab", "aab", "{x}", "{y}", "*", "a*", "*b", "a*b", "*a*", "*a*b*", "ö"
  };
  private static final String[] HOSTS = {"a.in", "b.in", "a.b.in", "in", "c"};
  private static final String[] HOST_PATTERNS = {"a.in", "b.in", "*.in", "*", "a*", "*:81", "c:81"};
  private static final int[] PORTS = {-1, 81, 82};
  private static final String[] DATABASES = {"shop", "shop2", "x"};
  private static final String[] VERBS = {"SELECT", "INSERT", "CALL"};
  private static final String[] TABLES = {"orders", "items", "o"};
  private static final String[] STATEMENTS = {
    "*", "shop *", "* *", "sh* SELECT *", "shop INSERT orders", "* SELECT o*", "x * items"
  };

  private final Random random = new Random(SEED);

  @Test
  void agreesWithTheModel() {
    int judged = 0;
    for (int round = 0; round < RULE_SETS; round++) {
      RuleSet rules = rules();
      ResourceIndex<List<Integer>> index = new ResourceIndex<>(rules, Rules::list);
      NaiveIndex model = new NaiveIndex(rules);
      for (int call = 0; call < CALLS; call++) {
        judged += compare(index, model, "seed " + SEED + ", round " + round + ": ", rules);
      }
    }
    assertThat(judged).as("calls that some entry holds for").isGreaterThan(RULE_SETS * CALLS / 4);
  }

  private int compare(
      ResourceIndex<List<Integer>> index, NaiveIndex model, String context, RuleSet rules) {
    String method = pick(METHODS);
    String path = path();
    boolean preflight = method.equals("OPTIONS") && random.nextBoolean();
    int judged =
        same(
            index.web(method, path, preflight),
            model.web(method, path, preflight),
            context + method + ' ' + path + ' ' + preflight,
            rules);
    String host = pick(HOSTS);
    int port = PORTS[random.nextInt(PORTS.length)];
    same(
        index.http(method, host, port, path),
        model.http(method, host, port, path),
        context + method + ' ' + host + ':' + port + path,
        rules);
    String database = pick(DATABASES);
    String verb = pick(VERBS);
    String table = pick(TABLES);
    same(
        index.sql(database, verb, table),
        model.sql(database, verb, table),
        context + database + ' ' + verb + ' ' + table,
        rules);
    return judged;
  }

  private static int same(
      @Nullable List<Integer> found, List<Integer> expected, String context, RuleSet rules) {
    List<Integer> entries = found == null ? List.of() : found;
    assertThat(entries).as(() -> context + " under " + rules).isEqualTo(expected);
    return expected.isEmpty() ? 0 : 1;
  }

  private RuleSet rules() {
    Rules rules = new Rules();
    for (int i = random.nextInt(10); i >= 0; i--) {
      rules.add(patterns(1 + random.nextInt(2)), patterns(few()), random.nextInt(5) == 0);
    }
    for (ResourcePattern pattern : patterns(few())) {
      rules.exempt(pattern.text());
    }
    return rules.build();
  }

  private int few() {
    return random.nextInt(4) == 0 ? 1 : 0;
  }

  private List<ResourcePattern> patterns(int count) {
    List<ResourcePattern> patterns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      patterns.add(ResourcePattern.parse(name()));
    }
    return patterns;
  }

  private String name() {
    String method = random.nextInt(3) == 0 ? "*" : pick(METHODS);
    return switch (random.nextInt(5)) {
      case 0 -> "sql:" + pick(STATEMENTS);
      case 1 -> "http:" + method + ' ' + pick(HOST_PATTERNS) + template();
      default -> "web:" + method + ' ' + template();
    };
  }

  private String template() {
    StringBuilder path = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      path.append('/').append(pick(TEMPLATES));
    }
    int end = random.nextInt(6);
    return path.append(end < 2 ? "/**" : end == 2 || path.length() == 0 ? "/" : "").toString();
  }

  private String path() {
    StringBuilder path = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      path.append('/').append(pick(SEGMENTS));
    }
    return path.append(path.length() == 0 || random.nextInt(4) == 0 ? "/" : "").toString();
  }

  private String pick(String[] from) {
    return from[random.nextInt(from.length)];
  }
}
