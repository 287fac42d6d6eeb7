package dev.weir.core.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.FakeTicker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyTableTest {

  private static final long SECOND = 1_000_000_000;
  private static final int LIMIT = 3;

  private final FakeTicker ticker = new FakeTicker(-SECOND);
  private final Budgets budgets = Budgets.of(LIMIT, SECOND, 100);
  private final Door door = new Door(ticker, budgets);
  private final KeyTable<Budget> table = door.table;

  @Test
  void eachKeyHasABudgetOfItsOwn() {
    assertThat(door.calls("a", 10)).isEqualTo(LIMIT);
    assertThat(door.calls("b", 10)).isEqualTo(LIMIT);
    assertThat(door.calls("a", 10)).isZero();
  }

  @Test
  void callsWithoutAKeyShareABudget() {
    assertThat(door.calls(null, 10)).isEqualTo(LIMIT);
    assertThat(door.calls("null", 10)).isEqualTo(LIMIT);
    assertThat(table.size()).isEqualTo(1);
  }

  @Test
  void severalValuesAreNoOtherSeveralValues() {
    assertThat(door.calls(new CompoundKey("a", "b,c"), 10)).isEqualTo(LIMIT);
    assertThat(door.calls(new CompoundKey("a", "b", "c"), 10)).isEqualTo(LIMIT);
    assertThat(door.calls(new CompoundKey("a,b", "c"), 10)).isEqualTo(LIMIT);
    assertThat(door.calls(new CompoundKey("ab", ",c"), 10)).isEqualTo(LIMIT);
    assertThat(door.calls(new CompoundKey("a", "b,c"), 10)).isZero();
  }

  @Test
  void anIdleKeyMakesRoomForANewOne() {
    fill(100);
    ticker.advance(SECOND);
    Door.Call call = door.enter("new");
    assertThat(call.node().cell).isEqualTo(KeyNode.OWN);
    assertThat(table.size()).isLessThanOrEqualTo(100);
    assertThat(table.overflowed()).isZero();
    assertThat(table.dropped()).isPositive();
  }

  @Test
  void aKeyThatIsNotIdleForAWholePeriodIsNotDropped() {
    fill(100);
    ticker.advance(SECOND - 1);
    assertThat(door.enter("new").node().cell).isNotEqualTo(KeyNode.OWN);
    assertThat(table.dropped()).isZero();
  }

  @Test
  void aKeyWithACallInsideIsNotDroppedHoweverLongThatTakes() {
    List<Door.Call> inside = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      inside.add(door.enter("key " + i));
    }
    ticker.advance(3_600 * SECOND);
    assertThat(door.calls("new", 10)).isEqualTo(LIMIT);
    assertThat(table.dropped()).isZero();
    inside.forEach(Door.Call::leave);
    assertThat(door.enter("newer").node().cell).isEqualTo(KeyNode.OWN);
  }

  @Test
  void aRareIdleKeyIsFoundSoon() {
    for (int i = 0; i < 100; i++) {
      if (i == 57) {
        door.calls("idle", 1);
      } else {
        assertThat(door.enter("key " + i).admitted()).isTrue(); // and stays inside
      }
    }
    ticker.advance(SECOND);
    int without = 0;
    while (door.enter("new " + without).node().cell != KeyNode.OWN) {
      without++;
    }
    // Each looks at 8.
    assertThat(without).isLessThanOrEqualTo(100 / 8);
  }

  @Test
  void rotatingKeysGainsNothing() {
    // A hundred keys have a budget each, and 256 budgets are shared: no more, of a million keys.
    int admitted = 0;
    for (int i = 0; i < 1_000_000; i++) {
      admitted += door.call("key " + i) ? 1 : 0;
    }
    // Each of the hundred has called once; the shared ones are used up.
    assertThat(admitted).isEqualTo(100 + KeyTable.SHARED * LIMIT);
    assertThat(table.overflowed()).isEqualTo(1_000_000 - 100);
    assertThat(table.size()).isEqualTo(100);
    // The keys that have a budget keep it, and so the whole is bounded.
    for (int i = 0; i < 100; i++) {
      admitted += door.calls("key " + i, 10);
    }
    assertThat(admitted).isEqualTo((100 + KeyTable.SHARED) * LIMIT);
  }

  @Test
  void rotatingKeysDoesNotRenewTheCounterThatRefuses() {
    assertThat(door.calls("mine", 10)).isEqualTo(LIMIT);
    for (int i = 0; i < 100_000; i++) {
      door.call("key " + i);
    }
    assertThat(door.calls("mine", 10)).isZero();
  }

  @Test
  void aKeyThatGetsItsOwnBudgetIsAdmittedNoMoreThanBefore() {
    fill(100);
    assertThat(door.calls("mine", 10)).isEqualTo(LIMIT);
    ticker.advance(SECOND / 2);
    table.change(budgets.withMaxKeys(101));
    Door.Call call = door.enter("mine");
    assertThat(call.node().cell).isEqualTo(KeyNode.OWN);
    assertThat(call.admitted()).isFalse();
    ticker.advance(SECOND / 2);
    assertThat(door.calls("mine", 10)).isEqualTo(LIMIT);
  }

  @Test
  void aKeyThatGetsItsOwnBudgetIsFreeOfTheOthersAfterAPeriod() {
    fill(100);
    List<String> neighbours = neighboursOf("mine", 3);
    assertThat(door.call("mine")).isTrue();
    ticker.advance(SECOND / 2);
    table.change(budgets.withMaxKeys(101));
    door.call("mine");
    // The others keep on using the shared budget.
    for (int i = 0; i < 20; i++) {
      ticker.advance(SECOND / 10);
      neighbours.forEach(door::call);
    }
    assertThat(door.calls("mine", 10)).isEqualTo(LIMIT);
  }

  @Test
  void newKeysGetTheirOwnAgainWhenTheTableHasShrunk() {
    fill(100);
    assertThat(door.enter("first").node().cell).isNotEqualTo(KeyNode.OWN);
    ticker.advance(SECOND);
    for (int i = 0; i < 50; i++) {
      Door.Call call = door.enter("second " + i);
      assertThat(call.node().cell).isEqualTo(KeyNode.OWN);
      assertThat(call.admitted()).isTrue();
    }
  }

  @Test
  void exhaustionIsToldOnceAndAgainAfterAMinute() {
    for (int i = 0; i < 1000; i++) {
      door.enter("key " + i);
    }
    assertThat(budgets.told().times).isEqualTo(1);
    ticker.advance(59 * SECOND);
    door.enter("new");
    assertThat(budgets.told().times).isEqualTo(1);
    ticker.advance(SECOND);
    door.enter("newer");
    assertThat(budgets.told().times).isEqualTo(2);
    assertThat(table.overflowed()).isEqualTo(902);
  }

  @Test
  void aLongKeyHasNoBudgetOfItsOwn() {
    String longest = "k".repeat(KeyTable.MAX_KEY_LENGTH);
    door.call(longest);
    assertThat(table.size()).isEqualTo(1);
    assertThat(door.calls(longest + "k", 10)).isEqualTo(LIMIT);
    assertThat(door.calls(new CompoundKey(longest, "k"), 10)).isEqualTo(LIMIT);
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.overflowed()).isZero();
  }

  @Test
  void longKeysDoNotSpendWhatKeysWithoutRoomShare() {
    for (int i = 0; i < 10_000; i++) {
      door.call("k".repeat(300) + i);
    }
    for (int i = 0; i < 100; i++) {
      assertThat(door.calls("key " + i, 10)).isEqualTo(LIMIT);
    }
  }

  @Test
  void aMillionDistinctKeysOverADayDoNotStay() {
    Door roomy = new Door(ticker, Budgets.of(LIMIT, SECOND, 1_000_000));
    int most = 0;
    for (int i = 0; i < 1_000_000; i++) {
      ticker.advance(86_400 * SECOND / 1_000_000);
      roomy.call("key " + i);
      most = Math.max(most, i % 1000 == 0 ? roomy.table.size() : 0);
    }
    // 12 keys come in a second, and each goes within a round of a minute or two.
    assertThat(most).isLessThan(2_000);
  }

  @Test
  void keysGoWhileOnlyOtherKeysAreCalled() {
    fill(100);
    for (int i = 0; i < 300; i++) {
      ticker.advance(SECOND);
      door.call("key 7");
    }
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.dropped()).isGreaterThanOrEqualTo(99);
  }

  @Test
  void sharedBudgetsGoWhenTheyAreIdle() {
    fill(100);
    Budget first = door.enter("without room").value();
    for (int i = 0; i < 10; i++) {
      door.calls("other " + i, 1);
    }
    ticker.advance(SECOND);
    assertThat(first.isIdle(ticker.nanos())).as("a call is inside").isFalse();
    for (int i = 0; i < 300; i++) {
      ticker.advance(SECOND);
      door.call("key 7");
    }
    assertThat(table.sharedSize()).isEqualTo(1);
  }

  @Test
  void aChangedLimitHoldsForTheNextCallAndKeepsTheCount() {
    assertThat(door.calls("a", 10)).isEqualTo(LIMIT);
    assertThat(door.calls("b", 1)).isEqualTo(1);
    table.change(budgets.withLimit(LIMIT + 2));
    assertThat(door.calls("a", 10)).isEqualTo(2);
    assertThat(door.calls("b", 10)).isEqualTo(LIMIT + 1);
    assertThat(budgets.told().upgrades).isEqualTo(2);
  }

  @Test
  void namedKeysHaveTheirOwnLimitAndAlwaysABudget() {
    Budgets named = budgets.withOverrides(Map.of("acme", 50L, "root", 70L));
    table.change(named);
    fill(100);
    assertThat(door.calls("acme", 100)).isEqualTo(50);
    assertThat(door.calls("root", 100)).isEqualTo(70);
    assertThat(table.overflowed()).isZero();
    assertThat(door.calls("other", 100)).isEqualTo(LIMIT);
    assertThat(table.overflowed()).isPositive();
  }

  @Test
  void aNamedKeyThatComesIntoAFloodHasItsWholeLimit() {
    Door named = new Door(ticker, budgets.withMaxKeys(1).withOverrides(Map.of("acme", 50L)));
    for (int i = 0; i < 10_000; i++) {
      named.call("k" + i);
    }
    assertThat(named.calls("acme", 100)).isEqualTo(50);
  }

  @Test
  void aKeyThatAReloadNamesIsCountedWithWhatItWasAdmittedBefore() {
    Budgets one = budgets.withMaxKeys(1);
    Door door = new Door(ticker, one);
    door.calls("first", 1);
    assertThat(door.calls("acme", 10)).isEqualTo(LIMIT);
    door.table.change(one.withOverrides(Map.of("acme", (long) LIMIT)));
    assertThat(door.calls("acme", 10)).isZero();
    ticker.advance(SECOND);
    assertThat(door.calls("acme", 10)).isEqualTo(LIMIT);
  }

  @Test
  void keysOfAGroupShareWhatIsOfTheirGroupOnly() {
    Door door = new Door(ticker, budgets.withMaxKeys(1).inGroups());
    door.calls("first", 1);
    int cell = KeyTable.cell("2a");
    assertThat(door.calls("2a", 10)).isEqualTo(LIMIT + 1);
    String same = sameCell(cell, "3");
    assertThat(door.calls(same, 10)).isEqualTo(LIMIT + 2);
    assertThat(door.calls(sameCell(cell, "k"), 10)).isEqualTo(LIMIT);
    assertThat(door.calls(sameCell(cell, "2b"), 10)).isZero();
    assertThat(door.enter(same).node().key).hasToString("3");
    assertThat(door.table.sharedSize()).isEqualTo(3);
  }

  @Test
  void aKeyThatAReloadPutsIntoAGroupKeepsWhatItHas() {
    Door door = new Door(ticker, budgets);
    assertThat(door.calls("2a", 10)).isEqualTo(LIMIT);
    door.table.change(budgets.inGroups());
    assertThat(door.calls("2a", 10)).isEqualTo(1);
  }

  /** A key with that beginning that has the cell. */
  private static String sameCell(int cell, String beginning) {
    int number = 0;
    while (KeyTable.cell(beginning + number) != cell) {
      number++;
    }
    return beginning + number;
  }

  @Test
  void aKeyThatIsNoLongerNamedTakesRoom() {
    Budgets named = budgets.withOverrides(Map.of("acme", 50L));
    table.change(named);
    door.call("acme");
    fill(99);
    table.change(named.withOverrides(Map.of()));
    door.call("acme");
    assertThat(door.enter("new").node().cell).isNotEqualTo(KeyNode.OWN);
  }

  @Test
  void aLoweredNumberOfKeysHoldsForNewOnesAndDropsNoneInUse() {
    fill(100);
    table.change(budgets.withMaxKeys(10));
    assertThat(door.calls("key 3", 10)).isEqualTo(LIMIT - 1);
    assertThat(door.enter("new").node().cell).isNotEqualTo(KeyNode.OWN);
    ticker.advance(SECOND);
    for (int i = 0; i < 20; i++) {
      door.call("newer " + i);
    }
    assertThat(table.size()).isLessThanOrEqualTo(10);
  }

  @Test
  void theValuesOfAllKeysCanBeSeen() {
    fill(3);
    Map<Object, Budget> seen = new HashMap<>();
    table.forEach(seen::put);
    assertThat(seen).containsOnlyKeys("key 0", "key 1", "key 2");
  }

  private void fill(int keys) {
    for (int i = 0; i < keys; i++) {
      assertThat(door.call("key " + i)).isTrue();
    }
  }

  /** Other keys that are judged by the shared budget of {@code key}. */
  private List<String> neighboursOf(String key, int count) {
    int cell = door.enter(key).node().cell;
    List<String> found = new ArrayList<>();
    for (int i = 0; found.size() < count; i++) {
      String other = "neighbour " + i;
      if (KeyTable.cell(other) == cell) {
        found.add(other);
      }
    }
    ticker.advance(2 * SECOND);
    fill(100);
    return found;
  }
}
