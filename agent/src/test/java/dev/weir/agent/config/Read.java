package dev.weir.agent.config;

import dev.weir.core.rules.RuleProblem;
import dev.weir.core.rules.RuleSet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Reads rule files that tests write. */
final class Read {

  static final Map<String, String> VARIABLES =
      Map.of("LIMIT", "7/s", "WRONG", "5oo/s", "EMPTY", "", "APP", "shop", "NESTED", "${env:APP}");

  private Read() {}

  static RuleFile file(String text) {
    return file(text.getBytes(StandardCharsets.UTF_8));
  }

  static RuleFile file(byte[] content) {
    return RuleFile.parse("rules.yaml", content, VARIABLES::get);
  }

  static RuleSet valid(String text) {
    RuleFile file = file(text);
    RuleSet rules = file.rules();
    if (rules == null) {
      throw new AssertionError("not valid: " + file.errors());
    }
    return rules;
  }

  /** As users see them. */
  static List<String> errors(String text) {
    return shown(file(text).errors());
  }

  /** As users see them. */
  static List<String> warnings(String text) {
    return shown(file(text).warnings());
  }

  static List<String> shown(List<RuleProblem> problems) {
    return problems.stream().map(RuleProblem::toString).toList();
  }
}
