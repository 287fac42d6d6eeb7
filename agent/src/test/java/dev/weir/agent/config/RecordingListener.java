package dev.weir.agent.config;

import dev.weir.core.rules.RuleProblem;
import dev.weir.core.rules.RuleSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes down what a watch tells. */
final class RecordingListener implements RuleWatch.Listener {

  private final List<String> told = new ArrayList<>();
  private volatile @Nullable RuleSet inForce;

  /** Thrown at the next change. */
  @Nullable RuntimeException failure;

  @Override
  public synchronized void changed(RuleSet rules, String hash, List<RuleProblem> warnings) {
    if (failure != null) {
      throw failure;
    }
    inForce = rules;
    told.add("changed to " + rules.app() + " with " + warnings.size() + " warnings");
  }

  @Override
  public synchronized void refused(List<RuleProblem> problems) {
    problems.forEach(problem -> told.add("refused " + problem));
  }

  @Override
  public synchronized void restored() {
    told.add("restored");
  }

  @Nullable RuleSet inForce() {
    return inForce;
  }

  /** What was told since this was last asked. */
  synchronized List<String> told() {
    List<String> since = List.copyOf(told);
    told.clear();
    return since;
  }
}
