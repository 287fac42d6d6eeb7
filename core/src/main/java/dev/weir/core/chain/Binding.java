package dev.weir.core.chain;

import dev.weir.core.keys.KeyNode;
import java.util.Arrays;

/**
 * What a call is judged by where that depends on its keys: its steps, and the nodes they are of,
 * which are pinned until it is judged. Of one call.
 */
final class Binding {

  private final Step[] steps;
  private final KeyNode<?>[] pinned;
  private int stepCount;
  private int pinCount;

  /** Room for all before the first is pinned, so that no pin is lost. */
  Binding(int most) {
    steps = new Step[most];
    pinned = new KeyNode<?>[most];
  }

  void add(Step step) {
    steps[stepCount++] = step;
  }

  void add(KeyNode<Step> node) {
    pinned[pinCount++] = node;
    add(node.value());
  }

  Step[] steps() {
    return stepCount == steps.length ? steps : Arrays.copyOf(steps, stepCount);
  }

  void unpin() {
    while (pinCount > 0) {
      pinned[--pinCount].unpin();
    }
  }
}
