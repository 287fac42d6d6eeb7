package dev.weir.core.keys;

import java.util.Map;

/**
 * Budgets of one rule.
 *
 * @param change its number; each change needs another
 * @param overrides limits of named keys
 * @param grouped whether keys that begin with 2 or 3 are two groups, with a limit that is larger by
 *     1 and by 2
 */
record Budgets(
    int change,
    long limit,
    long period,
    int maxKeys,
    Map<String, Long> overrides,
    boolean grouped,
    Told told)
    implements KeyedValues<Budget> {

  /** What was told of exhaustion, and how often values were upgraded. */
  static final class Told {
    int times;
    int upgrades;
  }

  static Budgets of(long limit, long period, int maxKeys) {
    return new Budgets(0, limit, period, maxKeys, Map.of(), false, new Told());
  }

  Budgets withLimit(long other) {
    return new Budgets(change + 1, other, period, maxKeys, overrides, grouped, told);
  }

  Budgets withMaxKeys(int other) {
    return new Budgets(change + 1, limit, period, other, overrides, grouped, told);
  }

  Budgets withOverrides(Map<String, Long> others) {
    return new Budgets(change + 1, limit, period, maxKeys, others, grouped, told);
  }

  Budgets inGroups() {
    return new Budgets(change + 1, limit, period, maxKeys, overrides, true, told);
  }

  long limitOf(Object key) {
    Long named = key instanceof String name ? overrides.get(name) : null;
    Object common = key instanceof Group || named != null ? key : sharedBy(key);
    long more = common instanceof Group ? common.toString().charAt(0) - '1' : 0;
    return named == null ? limit + more : named;
  }

  @Override
  public Object sharedBy(Object key) {
    boolean member = key instanceof String name && (name.startsWith("2") || name.startsWith("3"));
    return grouped && member && !isNamed(key)
        ? new Group(key.toString().substring(0, 1))
        : CommonKey.SHARED;
  }

  @Override
  public Budget make(Object key) {
    return new Budget(key, limitOf(key), period, change, new Budget.Log());
  }

  @Override
  public Budget upgraded(Object key, Budget before) {
    if (before.change >= change) {
      throw new AssertionError("changed back from " + before.change + " to " + change);
    }
    told.upgrades++;
    return before.withLimit(limitOf(key), change);
  }

  @Override
  public boolean isIdle(Budget value, long now) {
    return value.isIdle(now);
  }

  @Override
  public boolean isNamed(Object key) {
    return key instanceof String name && overrides.containsKey(name);
  }

  @Override
  public long memoryNanos() {
    return period;
  }

  @Override
  public void exhausted(long overflowed, long now) {
    told.times++;
  }
}
