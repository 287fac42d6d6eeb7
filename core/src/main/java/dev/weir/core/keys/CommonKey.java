package dev.weir.core.keys;

/** What stands for the key where a value is not that of one key alone. */
public enum CommonKey {
  /** Of all calls without a key. */
  ABSENT,

  /** Of many keys: those for which there is no room, and those too long to be kept. */
  SHARED
}
