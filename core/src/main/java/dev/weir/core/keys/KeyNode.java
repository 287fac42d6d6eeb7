package dev.weir.core.keys;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The place of a key in a {@link KeyTable}, pinned by the calls that use its value. It is retired
 * once and for good, and only while no call has it pinned.
 *
 * @param <V> the value
 */
public final class KeyNode<V> {

  /** A cell of no shared value: the node is of one key. */
  static final int OWN = -1;

  private static final long RETIRED = 1L << 31;
  private static final long PINS = RETIRED - 1;

  /** One pin more, and another version; that overflows out of the word. */
  private static final long PIN = (1L << 32) + 1;

  @SuppressWarnings("rawtypes") // an updater is made of a class
  private static final AtomicLongFieldUpdater<KeyNode> WORD =
      AtomicLongFieldUpdater.newUpdater(KeyNode.class, "word");

  @SuppressWarnings("rawtypes") // an updater is made of a class
  private static final AtomicIntegerFieldUpdater<KeyNode> CHANGING =
      AtomicIntegerFieldUpdater.newUpdater(KeyNode.class, "changing");

  final Object key;
  final int cell;

  /** [version | retired | pins]. Each pin is another version. */
  private volatile long word = PIN;

  private volatile int changing;
  private volatile V value;

  /** What made the value; written after it. */
  private volatile KeyedValues<V> values;

  /** Whether it is one of those that there is a limit to; written only while pinned. */
  private volatile boolean counted;

  /** Since when all calls of the key come here, once that is known. */
  private volatile long since;

  private volatile Standing standing;

  /** Pinned by its maker. */
  KeyNode(Object key, int cell, KeyedValues<V> values, boolean counted) {
    this.key = key;
    this.cell = cell;
    this.values = values;
    this.counted = counted;
    this.value = values.make(key);
    this.standing = cell == OWN ? Standing.NEW : Standing.ALONE;
  }

  /** Whether its key may have been admitted by a shared value lately. */
  private enum Standing {
    NEW,
    BESIDE,
    ALONE
  }

  /** The value. To be used only between pin and unpin. */
  public V value() {
    return value;
  }

  /** Ends the use of the value; once for each pin. */
  public void unpin() {
    long before = WORD.getAndDecrement(this);
    assert (before & PINS) != 0 && !isRetired(before) : "not pinned";
  }

  /** False if it is retired. */
  boolean pin() {
    // On a retired node this adds up to nothing: it was removed, so that few threads can meet it.
    return (WORD.getAndAdd(this, PIN) & RETIRED) == 0;
  }

  /** The state to be compared by {@link #retire}. */
  long word() {
    return word;
  }

  static boolean isRetired(long word) {
    return (word & RETIRED) != 0;
  }

  static boolean isUnused(long word) {
    return (word & (RETIRED | PINS)) == 0;
  }

  /** Retires it unless anyone has pinned it since {@code unused} was read. */
  boolean retire(long unused) {
    return WORD.compareAndSet(this, unused, unused | RETIRED);
  }

  /** Retires a node that no other thread has seen. */
  void abandon() {
    word = RETIRED;
  }

  boolean isOf(KeyedValues<V> latest) {
    return values == latest;
  }

  /** Whether this thread alone may change the value now; then it must call {@link #endChange}. */
  boolean beginChange() {
    return changing == 0 && CHANGING.compareAndSet(this, 0, 1);
  }

  void change(KeyedValues<V> latest) {
    value = latest.upgraded(key, value);
    values = latest;
  }

  void endChange() {
    changing = 0;
  }

  boolean isCounted() {
    return counted;
  }

  void setCounted(boolean limited) {
    counted = limited;
  }

  boolean standsAlone() {
    return standing == Standing.ALONE;
  }

  /** From now on every call of the key comes here, except those that chose before. */
  void arrive(long now) {
    since = now;
    standing = Standing.BESIDE;
  }

  void standAlone() {
    standing = Standing.ALONE;
  }

  /** Whether it is known to have had all calls of its key for so long. */
  boolean hasStoodFor(long nanos, long now) {
    return standing == Standing.BESIDE && now - since >= nanos;
  }
}
