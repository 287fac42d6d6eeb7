package dev.weir.agent.door;

import dev.weir.bridge.BlockedException;
import dev.weir.bridge.Refusal;
import dev.weir.core.Verdict;
import dev.weir.core.rules.OnBlock;

/** What all doors do with a refusal. */
final class Blocked {

  private Blocked() {}

  static Verdict verdict(Refusal refusal) {
    return (Verdict) refusal.block();
  }

  /** What the refusing entry wants its calls to get. */
  static OnBlock.Action action(Refusal refusal) {
    Verdict verdict = verdict(refusal);
    return verdict.entry().onBlock().action(verdict.reason());
  }

  /** The exception that stands in every cause chain. */
  static BlockedException exception(Refusal refusal, String resource) {
    Verdict verdict = verdict(refusal);
    return new BlockedException(
        resource + " refused: " + verdict.message(),
        resource,
        verdict.entry().display(),
        verdict.rule(),
        verdict.reason().key(),
        verdict.retryAfterNanos());
  }
}
