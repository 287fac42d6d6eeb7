package dev.weir.core.keys;

import dev.weir.core.FakeTicker;
import org.jspecify.annotations.Nullable;

/**
 * Calls on a table of budgets, as a chain makes them: by both nodes of a key, then pinned inside.
 */
final class Door {

  final FakeTicker ticker;
  final KeyTable<Budget> table;

  Door(FakeTicker ticker, Budgets budgets) {
    this.ticker = ticker;
    this.table = new KeyTable<>(ticker, budgets);
  }

  /** What a call that came in was judged by; to be left once if admitted. */
  record Call(
      KeyNode<Budget> node,
      Budget value,
      @Nullable KeyNode<Budget> beside,
      @Nullable Budget also,
      boolean admitted) {

    void leave() {
      value.leave();
      node.unpin();
      if (beside != null && also != null) {
        also.leave();
        beside.unpin();
      }
    }
  }

  Call enter(@Nullable Object key) {
    long now = ticker.nanos();
    KeyNode<Budget> node = table.pin(key, now);
    KeyNode<Budget> beside = table.beside(node, now);
    Budget value = node.value();
    Budget also = beside == null ? null : beside.value();
    if (value.isFull(now) || (also != null && also.isFull(now))) {
      node.unpin();
      if (beside != null) {
        beside.unpin();
      }
      return new Call(node, value, beside, also, false);
    }
    value.grant(now);
    if (also != null) {
      also.grant(now);
    }
    return new Call(node, value, beside, also, true);
  }

  /** A call that ends at once. */
  boolean call(@Nullable Object key) {
    Call call = enter(key);
    if (call.admitted()) {
      call.leave();
    }
    return call.admitted();
  }

  int calls(@Nullable Object key, int times) {
    int admitted = 0;
    for (int i = 0; i < times; i++) {
      admitted += call(key) ? 1 : 0;
    }
    return admitted;
  }
}
