package dev.weir.core.keys;

import java.util.Map;

/**
 * Budgets of one rule.
 *
 * @param change its number; each change needs another
 * @param overrides limits of named keys
 */
record Budgets(
    int change, long limit, long period, int maxKeys, Map<String, Long> overrides, Told told)
    implements KeyedValues<Budget> {

  /** What was told of exhaustion, and how often values were upgraded. */
  static final class Told {
    int times;
    int upgrades;
  }

  static Budgets of(long limit, long period, int maxKeys) {
    return new Budgets(0, limit, period, maxKeys, Map.of(), new Told());
  }

  Budgets withLimit(long other) {
    return new Budgets(change + 1, other, period, maxKeys, overrides, told);
  }

  Budgets withMaxKeys(int other) {
    return new Budgets(change + 1, limit, period, other, overrides, told);
  }

  Budgets withOverrides(Map<String, Long> others) {
    return new Budgets(change + 1, limit, period, maxKeys, others, told);
  }

  long limitOf(Object key) {
    Long named = key instanceof String name ? overrides.get(name) : null;
    return named == null ? limit : named;
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
