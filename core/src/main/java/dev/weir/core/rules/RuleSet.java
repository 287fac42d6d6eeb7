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
 * @param system the rules that protect the JVM as a whole, or null
 * @param entries in the order of the file, each with the {@code on-block} that holds for it
 * @param caller what of a request says who is calling, or null
 * @param clientIp where the address of a client is found, or null for that of the connection
 */
public record RuleSet(
    Mode mode,
    @Nullable String app,
    Instrument instrument,
    List<Exemption> exempt,
    @Nullable Entry system,
    List<Entry> entries,
    @Nullable KeyPart caller,
    @Nullable ClientIp clientIp) {

  /** Position of {@link #system} in {@link #inForce}, if there is one. */
  public static final int SYSTEM = 0;

  /** No rules: traffic passes and nothing is refused. */
  public static final RuleSet EMPTY =
      new RuleSet(Mode.OBSERVE, null, Instrument.DEFAULT, List.of(), List.of());

  /** Of entries alone: no rules for the JVM as a whole, no caller, and no proxies. */
  public RuleSet(
      Mode mode,
      @Nullable String app,
      Instrument instrument,
      List<Exemption> exempt,
      List<Entry> entries) {
    this(mode, app, instrument, exempt, null, entries, null, null);
  }

  public RuleSet {
    exempt = List.copyOf(exempt);
    entries = List.copyOf(entries);
  }

  /** What judges calls, in the order in which it is asked: {@link #system}, then the entries. */
  public List<Entry> inForce() {
    if (system == null) {
      return entries;
    }
    List<Entry> all = new ArrayList<>(entries.size() + 1);
    all.add(system);
    all.addAll(entries);
    return all;
  }

  /**
   * The identities of what is {@link #inForce}, each once: the second entry of the same identity
   * has {@code #2} behind it.
   */
  public List<String> identities() {
    List<String> identities = new ArrayList<>();
    Set<String> used = new HashSet<>();
    for (Entry entry : inForce()) {
      String identity = entry.identity();
      for (int n = 2; !used.add(identity); n++) {
        identity = entry.identity() + '#' + n;
      }
      identities.add(identity);
    }
    return identities;
  }
}
