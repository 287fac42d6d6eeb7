package dev.weir.agent.door;

import dev.weir.bridge.Refusal;
import dev.weir.core.BlockReason;
import dev.weir.core.Verdict;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.OnBlock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Refusals of an entry {@code shop}, for tests. */
final class Refusals {

  private Refusals() {}

  static Refusal of(BlockReason reason, long retryAfterNanos, OnBlock.Action action) {
    Entry entry =
        new Entry(
            "shop",
            "shop",
            List.of(),
            List.of(),
            false,
            null,
            List.of(),
            new OnBlock(action, Map.of()));
    return new Refusal(Verdict.block(reason, entry, "flow", "limit 5/s, 5 in it", retryAfterNanos));
  }

  static Refusal of(BlockReason reason, long retryAfterNanos) {
    return of(reason, retryAfterNanos, OnBlock.Action.DEFAULT);
  }

  static OnBlock.Action responding(
      @Nullable Integer status,
      Map<String, String> headers,
      @Nullable String contentType,
      @Nullable String body) {
    return new OnBlock.Action(status, headers, contentType, body, null, null, null);
  }
}
