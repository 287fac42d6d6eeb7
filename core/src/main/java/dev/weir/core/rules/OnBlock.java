package dev.weir.core.rules;

import dev.weir.core.BlockReason;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a refused call gets, as the rule file words it. The engine only carries it; the edge of each
 * kind of call turns it into a response, an exception or a value.
 *
 * @param common for every reason that {@code byReason} does not hold
 * @param byReason branches for single reasons
 */
public record OnBlock(Action common, Map<BlockReason, Action> byReason) {

  /** The defaults of each kind of call. */
  public static final OnBlock DEFAULT = new OnBlock(Action.DEFAULT, Map.of());

  public OnBlock {
    byReason = Map.copyOf(byReason);
  }

  /** What a call refused for {@code reason} gets. */
  public Action action(BlockReason reason) {
    return byReason.getOrDefault(reason, common);
  }

  /**
   * One answer. A component that is null leaves the default of the kind of call.
   *
   * @param status of an HTTP response, 100 to 599
   * @param headers of an HTTP response, in the order written
   * @param contentType of the body
   * @param body of an HTTP response, with <code>${resource}</code>, <code>${reason}</code> and
   *     <code>
   *     ${retry-after}</code> not yet replaced
   * @param throwClass name of the exception class to throw
   * @param returns the value a method returns instead
   * @param call the method to call instead
   */
  public record Action(
      @Nullable Integer status,
      Map<String, String> headers,
      @Nullable String contentType,
      @Nullable String body,
      @Nullable String throwClass,
      @Nullable Returned returns,
      @Nullable MethodName call) {

    public static final Action DEFAULT = new Action(null, Map.of(), null, null, null, null, null);

    public Action {
      // LinkedHashMap keeps the order that the file has.
      headers = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(headers));
    }
  }

  /** A literal as written, or {@code empty} (collection, Optional, string, zero, false). */
  public record Returned(String text, boolean empty) {}

  /** A static method: {@code com.acme.Fallbacks#price}. */
  public record MethodName(String className, String method) {

    @Override
    public String toString() {
      return className + '#' + method;
    }
  }
}
