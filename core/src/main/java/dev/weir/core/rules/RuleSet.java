package dev.weir.core.rules;

import dev.weir.core.Mode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A whole rule file, found valid. Immutable.
 *
 * @param mode of the file
 * @param app name of the application, or null for the default
 * @param exempt calls that no rule refuses or delays
 * @param entries in the order of the file, each with the {@code on-block} that holds for it
 */
public record RuleSet(
    Mode mode,
    @Nullable String app,
    Instrument instrument,
    List<ResourcePattern> exempt,
    List<Entry> entries) {

  /** No rules: traffic passes and nothing is refused. */
  public static final RuleSet EMPTY =
      new RuleSet(Mode.OBSERVE, null, Instrument.DEFAULT, List.of(), List.of());

  public RuleSet {
    exempt = List.copyOf(exempt);
    entries = List.copyOf(entries);
  }

  /**
   * The identities of the entries, each once: the second entry of the same identity has {@code #2}
   * behind it.
   */
  public List<String> identities() {
    List<String> identities = new ArrayList<>(entries.size());
    Set<String> used = new HashSet<>();
    for (Entry entry : entries) {
      String identity = entry.identity();
      for (int n = 2; !used.add(identity); n++) {
        identity = entry.identity() + '#' + n;
      }
      identities.add(identity);
    }
    return identities;
  }
}
