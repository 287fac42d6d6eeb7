package dev.weir.core.chain;

import dev.weir.core.CallAttributes;
import dev.weir.core.chain.SlotType.Phase;
import dev.weir.core.keys.KeyNode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a call is judged by where that depends on its keys or its priority: its steps, and the nodes
 * they are of, which are pinned while they must not be dropped. Of one call.
 */
final class Binding {

  private Step[] steps;

  /** The node of each step; null where it is of no key, or unpinned. */
  private @Nullable KeyNode<Step>[] pinned;

  private int count;

  /**
   * @param usual how many steps there are where no key is judged by a shared slot as well
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of a generic type
  Binding(int usual) {
    steps = new Step[usual];
    pinned = new KeyNode[usual];
  }

  void add(Step step) {
    if (count == steps.length) {
      grow();
    }
    steps[count++] = step;
  }

  /** Has the node pinned from now on, or unpins it at once if that fails. */
  void add(KeyNode<Step> node) {
    boolean added = false;
    try {
      add(node.value());
      pinned[count - 1] = node;
      added = true;
    } finally {
      if (!added) {
        node.unpin();
      }
    }
  }

  /** Has the call judged otherwise where it has priority. */
  void borrow(CallAttributes attributes) {
    int bound = count;
    for (int i = 0; i < bound; i++) {
      Step step = steps[i];
      BorrowingSlot slot = step.priority == null ? null : step.priority.borrowing(attributes);
      if (slot != null) {
        steps[i] = new Step(slot.redeeming(), Phase.COUNT, step.counters, step.enforced);
        add(new Step(slot, Phase.RESERVE, step.counters, step.enforced));
      }
    }
  }

  private void grow() {
    @Nullable KeyNode<Step>[] morePinned = Arrays.copyOf(pinned, count + 2);
    steps = Arrays.copyOf(steps, count + 2);
    pinned = morePinned;
  }

  Step[] steps() {
    return count == steps.length ? steps : Arrays.copyOf(steps, count);
  }

  /** The call was admitted: a slot that knows of it, or follows no calls, is not idle from now. */
  void unpinWhatKnows() {
    for (int i = 0; i < count; i++) {
      FollowingSlot following = steps[i].following;
      if (following == null || following.knowsWhoIsInside()) {
        unpin(i);
      }
    }
  }

  /** The call was refused, or has ended. */
  void unpin() {
    for (int i = 0; i < count; i++) {
      unpin(i);
    }
  }

  private void unpin(int index) {
    KeyNode<Step> node = pinned[index];
    if (node != null) {
      pinned[index] = null;
      node.unpin();
    }
  }
}
