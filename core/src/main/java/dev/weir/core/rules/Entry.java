package dev.weir.core.rules;

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
    @Nullable Mode mode,
    List<Rule> rules,
    OnBlock onBlock) {

  public Entry {
    match = List.copyOf(match);
    except = List.copyOf(except);
    rules = List.copyOf(rules);
  }

  /** What users see: the name, else the first pattern. */
  public String display() {
    return name != null ? name : match.get(0).text();
  }
}
