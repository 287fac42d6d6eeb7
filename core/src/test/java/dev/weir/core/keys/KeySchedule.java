package dev.weir.core.keys;

import dev.weir.core.FakeTicker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A random schedule on a table of budgets, checked at every call against a model that never drops
 * anything: all grants of each key, and of each shared cell, with their times. What is dropped was
 * as good as new, so that the model decides each call as the table must.
 */
final class KeySchedule {

  private static final long[] PERIODS = {1, 100, 1_000_000_000L, 3_600_000_000_000L};
  private static final int[] MAX_KEYS = {1, 2, 3, 10, 40};
  private static final int[] KEYS = {2, 5, 30, 200};
  private static final Map<String, Long> NAMED = Map.of("0", 5L, "1", 0L, "k".repeat(300), 1L);
  private static final int OPERATIONS = 150;

  private final long seed;
  private final Random random;
  private final FakeTicker ticker;
  private final long period;
  private final int keys;
  private final Door door;

  /** Grants of each key, whatever judged them, and of each shared cell. */
  private final Map<Object, List<Long>> ofKey = new HashMap<>();

  private final Map<String, List<Long>> ofCell = new HashMap<>();
  private final List<Door.Call> inside = new ArrayList<>();

  private final List<Change> changes = new ArrayList<>();

  private record Change(long at, Budgets budgets) {}

  private Budgets budgets;
  long admitted;
  long refused;
  long shared;
  long beside;

  KeySchedule(long seed) {
    this.seed = seed;
    random = new Random(seed);
    period = PERIODS[random.nextInt(PERIODS.length)];
    keys = KEYS[random.nextInt(KEYS.length)];
    ticker = new FakeTicker(random.nextBoolean() ? random.nextLong() : Long.MAX_VALUE - period);
    budgets = Budgets.of(random.nextInt(4), period, MAX_KEYS[random.nextInt(MAX_KEYS.length)]);
    if (random.nextInt(3) == 0) {
      budgets = budgets.inGroups();
    }
    note();
    door = new Door(ticker, budgets);
  }

  long dropped() {
    return door.table.dropped();
  }

  int upgrades() {
    return budgets.told().upgrades;
  }

  KeySchedule run() {
    boolean changing = random.nextInt(3) == 0;
    for (int i = 0; i < OPERATIONS; i++) {
      switch (random.nextInt(changing ? 12 : 11)) {
        case 0, 1 -> step();
        case 2, 3 -> leave();
        case 11 -> change();
        default -> call();
      }
    }
    endOfAll();
    return this;
  }

  private void step() {
    ticker.advance(
        switch (random.nextInt(6)) {
          case 0 -> period;
          case 1 -> 1;
          case 2 -> Math.max(1, period - 1);
          case 3 -> 60_000_000_000L;
          default -> 1 + random.nextLong(period);
        });
  }

  private void leave() {
    if (!inside.isEmpty()) {
      Door.Call call = inside.remove(random.nextInt(inside.size()));
      Object key = call.node().key;
      if (key instanceof String) {
        // It is what the key has now, too: no value was dropped while a call was inside.
        KeyNode<Budget> now = door.table.pin(key, ticker.nanos());
        check(now == call.node(), key + " has another node than the call that is inside");
        check(now.value().sharesLogWith(call.value()), key + " has lost its counts");
        now.unpin();
      }
      call.leave();
    }
  }

  private void change() {
    budgets =
        switch (random.nextInt(4)) {
          case 0 -> budgets.withLimit(random.nextInt(4));
          case 1 -> budgets.withMaxKeys(MAX_KEYS[random.nextInt(MAX_KEYS.length)]);
          case 2 -> budgets.withOverrides(Map.of());
          default -> budgets.withOverrides(NAMED);
        };
    note();
    door.table.change(budgets);
  }

  private void note() {
    changes.add(new Change(ticker.nanos(), budgets));
  }

  private @Nullable Object key() {
    int number = random.nextInt(keys);
    return switch (random.nextInt(20)) {
      case 0 -> null;
      case 1 -> "k".repeat(300);
      default -> String.valueOf(number);
    };
  }

  private void call() {
    Object key = key();
    boolean had = key != null && has(key);
    long takenBefore = door.table.taken();
    Door.Call call = door.enter(key);
    int cell = call.node().cell;
    routed(key, had, cell, takenBefore);
    if (cell != KeyNode.OWN && key != null) {
      Object by = call.node().key;
      check(by.equals(budgets.sharedBy(key)), key + " is counted by " + by);
    }
    long now = ticker.nanos();
    boolean room = inLastPeriod(log(call.node()), now) < call.value().limit;
    if (call.beside() != null && call.also() != null) {
      beside++;
      room &= inLastPeriod(log(call.beside()), now) < call.also().limit;
    }
    check(call.admitted() == room, "key " + key + ": admitted is " + call.admitted());
    if (!call.admitted()) {
      refused++;
      return;
    }
    admitted++;
    note(key, call, now);
    if (random.nextBoolean()) {
      inside.add(call);
    } else {
      call.leave();
    }
  }

  /** Whether a value of its own, or room for it, is what the key must have got. */
  private void routed(@Nullable Object key, boolean had, int cell, long takenBefore) {
    boolean own = cell == KeyNode.OWN;
    shared += own ? 0 : 1;
    if (key == null) {
      check(!own, "a call without key");
    } else if (budgets.isNamed(key)) {
      check(own, key + " is named");
    } else if (((String) key).length() > KeyTable.MAX_KEY_LENGTH) {
      check(!own || had, "a long key");
    } else if (!own) {
      check(takenBefore >= budgets.maxKeys(), key + " is shared though there was room");
    } else if (!had) {
      check(door.table.taken() <= budgets.maxKeys(), door.table.taken() + " keys took room");
      // Those that were named take room when they are next asked for.
      int most = budgets.maxKeys() + NAMED.size();
      check(door.table.size() <= most, door.table.size() + " keys");
    }
  }

  private boolean has(Object key) {
    boolean[] found = new boolean[1];
    door.table.forEach((other, value) -> found[0] |= other.equals(key));
    return found[0];
  }

  private void note(@Nullable Object key, Door.Call call, long now) {
    Object asked = key == null ? CommonKey.ABSENT : key;
    List<Long> grants = ofKey.computeIfAbsent(asked, any -> new ArrayList<>());
    grants.add(now);
    log(call.node()).add(now);
    if (call.beside() != null) {
      log(call.beside()).add(now);
    }
    long most = mostAllowed(asked, now);
    check(inLastPeriod(grants, now) <= most, "key " + key + " admitted more than " + most);
  }

  /** What all nodes have admitted that ever stood where this one does. */
  private List<Long> log(KeyNode<Budget> node) {
    return ofCell.computeIfAbsent(node.cell + " " + node.key, any -> new ArrayList<>());
  }

  /** The largest limit of the key in force at some time of the last period. */
  private long mostAllowed(Object key, long now) {
    long most = 0;
    for (int i = changes.size() - 1; i >= 0; i--) {
      Budgets then = changes.get(i).budgets();
      most = Math.max(most, Math.max(then.limitOf(key), then.limit()));
      if (now - changes.get(i).at() >= period) {
        break;
      }
    }
    return most;
  }

  private long inLastPeriod(List<Long> grants, long now) {
    return grants.stream().filter(at -> at - (now - period) > 0).count();
  }

  /** All leave; then, while other calls come, all goes that is idle. */
  private void endOfAll() {
    inside.forEach(Door.Call::leave);
    inside.clear();
    for (int i = 0; i < 60; i++) {
      ticker.advance(Math.max(period, 60_000_000_000L));
      door.table.pin(null, ticker.nanos()).unpin();
    }
    check(door.table.size() == 0, door.table.size() + " keys stay");
    check(door.table.sharedSize() == 0, door.table.sharedSize() + " shared values stay");
    check(door.table.taken() == 0, door.table.taken() + " keys have room");
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError("seed " + seed + ", period " + period + " ns: " + otherwise);
    }
  }
}
