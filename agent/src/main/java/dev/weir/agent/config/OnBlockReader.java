package dev.weir.agent.config;

import dev.weir.core.BlockReason;
import dev.weir.core.Kind;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.OnBlock.Action;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What refused calls get. The most specific {@code on-block} holds alone: a branch inherits nothing
 * from the answer it stands in, an entry nothing from the file.
 */
final class OnBlockReader {

  private static final Map<BlockReason, Key<Values>> BRANCHES =
      Map.of(
          BlockReason.FLOW, Schema.ON_FLOW,
          BlockReason.CONCURRENCY, Schema.ON_CONCURRENCY,
          BlockReason.BREAKER, Schema.ON_BREAKER,
          BlockReason.SYSTEM, Schema.ON_SYSTEM,
          BlockReason.ACCESS, Schema.ON_ACCESS);

  private static final List<Key<?>> INSTEAD = List.of(Schema.THROW, Schema.RETURN, Schema.CALL);
  private static final List<Key<?>> RESPONSE =
      List.of(Schema.STATUS, Schema.HEADERS, Schema.CONTENT_TYPE, Schema.BODY);

  private static final String[] VARIABLES = {"${resource}", "${reason}", "${retry-after}"};

  private final Reading reading;

  OnBlockReader(Reading reading) {
    this.reading = reading;
  }

  /**
   * @param kinds of the calls that it can meet
   */
  OnBlock read(Values values, Set<Kind> kinds) {
    Map<BlockReason, Action> byReason = new EnumMap<>(BlockReason.class);
    for (BlockReason reason : BlockReason.values()) {
      Key<Values> branch = branch(reason);
      Values answer = values.get(branch);
      if (answer != null) {
        byReason.put(reason, action(answer, kinds));
      }
    }
    return new OnBlock(action(values, kinds), byReason);
  }

  /** The key under which the answer for one reason is written. */
  static Key<Values> branch(BlockReason reason) {
    Key<Values> branch = BRANCHES.get(reason);
    if (branch == null) {
      throw new IllegalStateException("no branch for " + reason);
    }
    return branch;
  }

  private Action action(Values values, Set<Kind> kinds) {
    checkOneInstead(values, kinds);
    for (Key<?> key : RESPONSE) {
      checkKind(key, values, kinds);
    }
    for (Key<?> key : INSTEAD) {
      checkKind(key, values, kinds);
    }
    checkResponse(values, kinds);
    checkBody(values);
    Map<String, String> headers = values.get(Schema.HEADERS);
    return new Action(
        values.get(Schema.STATUS),
        headers == null ? Map.of() : headers,
        values.get(Schema.CONTENT_TYPE),
        values.get(Schema.BODY),
        values.get(Schema.THROW),
        values.get(Schema.RETURN),
        values.get(Schema.CALL));
  }

  private void checkOneInstead(Values values, Set<Kind> kinds) {
    Key<?> first = null;
    for (Key<?> key : INSTEAD) {
      if (values.has(key) && first != null) {
        String message = "only one of throw, return and call; " + first.name() + " is written, too";
        reading.error(values, key, message);
      }
      first = first == null && values.has(key) ? key : first;
    }
    Key<?> response = firstOf(RESPONSE, values);
    if (response != null && values.has(Schema.THROW) && isHttpAlone(kinds)) {
      reading.error(
          values,
          Schema.THROW,
          "an http call gets an exception or a response, not both; "
              + response.name()
              + " is written, too");
    }
  }

  private static @Nullable Key<?> firstOf(List<Key<?>> keys, Values values) {
    for (Key<?> key : keys) {
      if (values.has(key)) {
        return key;
      }
    }
    return null;
  }

  private void checkKind(Key<?> key, Values values, Set<Kind> kinds) {
    if (!values.has(key) || kinds.isEmpty()) {
      return;
    }
    for (Kind kind : key.kinds()) {
      if (kinds.contains(kind)) {
        return;
      }
    }
    StringBuilder message = new StringBuilder();
    for (Kind kind : Kind.values()) {
      if (kinds.contains(kind)) {
        message.append(message.length() == 0 ? "" : "; ");
        message.append("a refused ").append(kind.scheme()).append(" call can be given ");
        message.append(possible(kind));
      }
    }
    reading.error(values, key, "has no meaning here: " + message);
  }

  private static String possible(Kind kind) {
    StringBuilder names = new StringBuilder();
    for (Key<?> key : Schema.ANSWER.keys()) {
      if (key.kinds().contains(kind)) {
        names.append(names.length() == 0 ? "" : ", ").append(key.name());
      }
    }
    return names.toString();
  }

  private void checkBody(Values values) {
    String body = values.get(Schema.BODY);
    Integer status = values.get(Schema.STATUS);
    boolean bodiless = status != null && (status == 204 || status == 205 || status == 304);
    if (bodiless && body != null && !body.isEmpty()) {
      warn(values, Schema.BODY, "no effect: a response of status " + status + " has no body");
    }
    if (body != null) {
      checkVariables(body, Schema.BODY, values);
    }
    Map<String, String> headers = values.get(Schema.HEADERS);
    if (headers != null) {
      for (String value : headers.values()) {
        checkVariables(value, Schema.HEADERS, values);
      }
    }
  }

  /** Without a status an outbound call gets an exception. */
  private void checkResponse(Values values, Set<Kind> kinds) {
    Key<?> first = firstOf(RESPONSE, values);
    if (first != null && !values.has(Schema.STATUS) && isHttpAlone(kinds)) {
      warn(values, first, "no effect without status: the call gets an exception");
    }
  }

  private static boolean isHttpAlone(Set<Kind> kinds) {
    return kinds.size() == 1 && kinds.contains(Kind.HTTP);
  }

  private void checkVariables(String text, Key<?> key, Values values) {
    int start = text.indexOf("${");
    while (start >= 0) {
      if (!isVariable(text, start)) {
        warn(
            values,
            key,
            "${ stands for none of ${resource}, ${reason}, ${retry-after} and is left as written");
        return;
      }
      start = text.indexOf("${", start + 1);
    }
  }

  private static boolean isVariable(String body, int at) {
    for (String variable : VARIABLES) {
      if (body.startsWith(variable, at)) {
        return true;
      }
    }
    return false;
  }

  private void warn(Values values, Key<?> key, String message) {
    reading.warn(values, key, message);
  }
}
