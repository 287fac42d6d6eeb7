package dev.weir.core.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.FakeTicker;
import dev.weir.core.ScriptedParking;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WaitingLineTest {

  private final ScriptedParking parking = new ScriptedParking(new FakeTicker());
  private final WaitingLine line = new WaitingLine(parking);

  private static Place place() {
    return Place.ofCall(Thread.currentThread());
  }

  private Place joined() {
    Place place = place();
    line.join(place);
    return place;
  }

  @Test
  void permitWaitsForItsCall() {
    line.bring();
    line.bring();
    assertThat(joined().isGranted()).isTrue();
    assertThat(joined().isGranted()).isTrue();
    assertThat(joined().isGranted()).isFalse();
    assertThat(parking.wakeUps()).as("nobody had to be woken").isZero();
  }

  @Test
  void permitPassesByAPlaceThatWasLeft() {
    Place left = joined();
    Place waiting = joined();
    left.move(Place.WAITING, Place.GONE);
    line.bring();
    assertThat(left.isGranted()).isFalse();
    assertThat(waiting.isGranted()).isTrue();
  }

  @Test
  void deliveryToACallThatDidNotWaitForItWakesNobodyAndServesNobodyElse() {
    Place owner = joined();
    Place waiting = joined();
    owner.forgetThread();
    owner.move(Place.WAITING, Place.OWNED);
    line.bring();
    assertThat(waiting.isGranted()).isFalse();
    assertThat(parking.wakeUps()).isZero();
    line.bring();
    assertThat(waiting.isGranted()).isTrue();
  }

  @Test
  void lineOfCallsThatAllTimeOutIsEmpty() {
    for (int i = 0; i < 100_000; i++) {
      Place place = joined();
      place.move(Place.WAITING, Place.GONE);
      line.left(0);
      assertThat(line.length()).isZero();
    }
  }

  @Test
  void lineBehindACallThatWaitsForLongIsBoundedByThoseWhoWait() {
    joined();
    int longest = 0;
    for (int i = 0; i < 100_000; i++) {
      Place place = joined();
      place.move(Place.WAITING, Place.GONE);
      line.left(1);
      longest = Math.max(longest, i % 100 == 0 ? line.length() : 0);
    }
    assertThat(longest).isLessThan(40);
  }

  @Test
  void callsAndPermitsInAnyOrderMeetFirstComeFirstServed() {
    for (int seed = 0; seed < 10_000; seed++) {
      Random random = new Random(seed);
      WaitingLine line = new WaitingLine(parking);
      Deque<Place> waiting = new ArrayDeque<>();
      List<Place> served = new ArrayList<>();
      int permits = 0;
      for (int step = 0; step < 100; step++) {
        if (random.nextBoolean()) {
          Place place = place();
          line.join(place);
          waiting.add(place);
        } else if (random.nextInt(4) > 0) {
          line.bring();
          permits++;
        } else if (!waiting.isEmpty() && permits == 0) {
          Place left = random.nextBoolean() ? waiting.removeLast() : waiting.removeFirst();
          left.move(Place.WAITING, Place.GONE);
          line.left(waiting.size());
        }
        for (; permits > 0 && !waiting.isEmpty(); permits--) {
          served.add(waiting.remove());
        }
        assertThat(served).as("seed %s", seed).allMatch(Place::isGranted);
        assertThat(waiting).as("seed %s", seed).noneMatch(Place::isGranted);
        served.clear();
      }
    }
  }
}
