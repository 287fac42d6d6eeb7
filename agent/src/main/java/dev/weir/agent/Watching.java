package dev.weir.agent;

import dev.weir.agent.config.RuleWatch;
import dev.weir.agent.export.JmxExporter;
import dev.weir.core.rules.RuleProblem;
import dev.weir.core.rules.RuleSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What Weir's only thread does: it follows the rule file, and now and then looks after the rest.
 */
final class Watching implements RuleWatch.Listener {

  private static final int LOOKS_A_SECOND = 5;

  /** After so many seconds an application has loaded most of its classes. */
  private static final int UNTIL_LOADED_SECONDS = 30;

  private final RulesInForce rules;
  private final @Nullable JmxExporter jmx;
  private final Log log;
  private int looks;
  private int looksUntilWarning = UNTIL_LOADED_SECONDS * LOOKS_A_SECOND;

  /**
   * @param jmx null in a JVM without management
   */
  Watching(RulesInForce rules, @Nullable JmxExporter jmx, Log log) {
    this.rules = rules;
    this.jmx = jmx;
    this.log = log;
  }

  @Override
  public void changed(RuleSet set, String hash, List<RuleProblem> warnings) {
    rules.change(set, hash, warnings);
    looksUntilWarning = UNTIL_LOADED_SECONDS * LOOKS_A_SECOND;
  }

  @Override
  public void refused(List<RuleProblem> problems) {
    rules.refuse(problems);
  }

  @Override
  public void restored() {
    rules.restore();
  }

  @Override
  public void looked() {
    if (jmx != null && ++looks % LOOKS_A_SECOND == 0) {
      jmx.registerIfServed(log);
    }
    if (looksUntilWarning > 0 && --looksUntilWarning == 0) {
      rules.warnOfPatternsWithoutMatch();
    }
  }
}
