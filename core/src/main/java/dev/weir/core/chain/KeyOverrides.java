package dev.weir.core.chain;

import dev.weir.core.keys.CompoundKey;
import dev.weir.core.keys.Group;
import dev.weir.core.rules.KeyPattern;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code overrides} of one rule, and which of them a key has. Where {@code per} has several
 * parts, overrides that hold values in the same places are in one map, by these values; the maps
 * are asked in order, the most specific first. So a look-up costs a map for each set of places in
 * use, not one for each override. Immutable.
 */
final class KeyOverrides {

  /**
   * What is written for one value, or for the keys of a pattern.
   *
   * @param group of those keys; null where one key alone is meant
   */
  record Chosen(Rule rule, @Nullable Group group) {}

  private static final class Places {

    final boolean[] named;
    final Map<CompoundKey, Chosen> overrides = new HashMap<>();
    final int count;

    Places(boolean[] named) {
      this.named = named;
      int all = 0;
      for (boolean each : named) {
        all += each ? 1 : 0;
      }
      count = all;
    }

    /** More values first, then those of earlier parts. */
    boolean goesBefore(Places other) {
      return count != other.count ? count > other.count : Arrays.compare(named, other.named) > 0;
    }
  }

  /** By the values of a single part, and by groups. */
  private final Map<Object, Chosen> whole = new HashMap<>();

  private final List<Places> places = new ArrayList<>();

  KeyOverrides(Keying keying) {
    for (Map.Entry<String, Rule> written : keying.overrides().entrySet()) {
      if (keying.per().size() == 1) {
        whole.put(written.getKey(), new Chosen(written.getValue(), null));
      } else {
        add(KeyPattern.parse(written.getKey()), written.getValue());
      }
    }
  }

  private void add(KeyPattern pattern, Rule rule) {
    boolean[] named = new boolean[pattern.size()];
    String[] values = new String[named.length];
    for (int i = 0; i < named.length; i++) {
      named[i] = !pattern.isAny(i);
      values[i] = pattern.value(i);
    }
    Group group = pattern.isExact() ? null : new Group(pattern.toString());
    Chosen chosen = new Chosen(rule, group);
    places(named).overrides.put(new CompoundKey(values).only(named), chosen);
    if (group != null) {
      whole.put(group, chosen);
    }
  }

  private Places places(boolean[] named) {
    int at = 0;
    Places wanted = new Places(named);
    while (at < places.size() && places.get(at).goesBefore(wanted)) {
      at++;
    }
    if (at == places.size() || !Arrays.equals(places.get(at).named, named)) {
      places.add(at, wanted);
    }
    return places.get(at);
  }

  /**
   * The most specific one that means the key; null where the rule itself holds for it.
   *
   * @param key as a {@link dev.weir.core.keys.KeyTable} has it
   */
  @Nullable Chosen of(Object key) {
    if (!(key instanceof CompoundKey compound)) {
      return whole.get(key);
    }
    for (Places each : places) {
      boolean all = each.count == each.named.length;
      Chosen found = each.overrides.get(all ? compound : compound.only(each.named));
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
