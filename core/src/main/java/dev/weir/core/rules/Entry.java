package dev.weir.core.rules;

import dev.weir.core.Kind;
import dev.weir.core.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One item of {@code resources}: which calls share one budget, and the rules on it.
 *
 * @param identity what makes it the same entry after a reload: its name, else its match set
 * @param name as written, or null
 * @param match the calls it holds for; at least one
 * @param except calls that {@code match} names but which it does not hold for
 * @param unlisted only calls that no other entry matches
 * @param conditions for which of those calls it holds
 * @param mode its own mode, or null where that of the file holds
 * @param rules in the order of evaluation
 * @param onBlock what a call refused by this entry gets
 */
public record Entry(
    String identity,
    @Nullable String name,
    List<ResourcePattern> match,
    List<ResourcePattern> except,
    boolean unlisted,
    Conditions conditions,
    @Nullable Mode mode,
    List<Rule> rules,
    OnBlock onBlock) {

  /** All inbound requests: {@code *} means no pre-flights. */
  static final List<ResourcePattern> EVERY_REQUEST =
      List.of(ResourcePattern.parse("web:* /**"), ResourcePattern.parse("web:OPTIONS /**"));

  /** No name can be written like this. */
  private static final String SYSTEM_IDENTITY = "\nsystem";

  /** What {@code system} is called where entries are shown. */
  public static final String SYSTEM = "system";

  public Entry {
    match = List.copyOf(match);
    except = List.copyOf(except);
    rules = List.copyOf(rules);
  }

  /** One without conditions. */
  public Entry(
      String identity,
      @Nullable String name,
      List<ResourcePattern> match,
      List<ResourcePattern> except,
      boolean unlisted,
      @Nullable Mode mode,
      List<Rule> rules,
      OnBlock onBlock) {
    this(identity, name, match, except, unlisted, Conditions.NONE, mode, rules, onBlock);
  }

  /** The rules of {@code system}, which hold for every inbound request. */
  public static Entry system(List<Rule> rules, OnBlock onBlock) {
    return new Entry(
        SYSTEM_IDENTITY, SYSTEM, EVERY_REQUEST, List.of(), false, null, rules, onBlock);
  }

  /** Whether it is {@link #system}. */
  public boolean isSystem() {
    return identity.equals(SYSTEM_IDENTITY);
  }

  /** Whether it asks of outbound calls or methods which request they serve, or who called that. */
  public boolean needsServing() {
    if (!conditions.from().isEmpty()) {
      return true;
    }
    boolean asksCaller = conditions.caller() != null;
    for (Rule rule : rules) {
      asksCaller |= rule.asksCaller();
    }
    boolean onlyRequests = true;
    for (ResourcePattern pattern : match) {
      onlyRequests &= pattern.kind() == Kind.WEB;
    }
    return asksCaller && !onlyRequests;
  }

  /** What users see: the name, else the first pattern with the conditions. */
  public String display() {
    if (name != null) {
      return name;
    }
    String first = match.get(0).text();
    return conditions.isEmpty() ? first : first + ' ' + conditions;
  }
}
