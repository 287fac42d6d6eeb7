package dev.weir.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.weir.core.BlockReason;
import dev.weir.core.EngineListener;
import dev.weir.core.FakeTicker;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Rulebook;
import dev.weir.core.ScriptedParking;
import dev.weir.core.Verdict;
import dev.weir.core.Waiting;
import dev.weir.core.rules.Entry;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SlotChainTest {

  private static final Entry ENTRY = Rulebook.entry("a", "web:GET /a");

  private final FakeTicker ticker = new FakeTicker();
  private final EntryCounters counters = new EntryCounters(0);
  private final List<String> taken = new ArrayList<>();

  @Test
  void slotThatIsFullRefusesBeforeAnythingIsTaken() {
    Probe a = new Probe("a");
    Probe b = new Probe("b");
    b.full = true;
    assertThat(chain(enforced(a), enforced(b)).enter(0).isBlock()).isTrue();
    assertThat(taken).isEmpty();
  }

  @Test
  void lateRefusalUndoesWhatWasTakenInReverse() {
    Probe c = new Probe("c");
    c.refusesLate = true;
    Verdict verdict =
        chain(enforced(new Probe("a")), enforced(new Probe("b")), enforced(c)).enter(0);
    assertThat(verdict.rule()).isEqualTo("c");
    assertThat(taken).containsExactly("+a", "+b", "-b", "-a");
    assertThat(counters.contribution().passed()).isZero();
    assertThat(counters.contribution().blocked(BlockReason.FLOW)).isEqualTo(1);
  }

  @Test
  void failureUndoesWhatWasTakenInReverse() {
    Probe c = new Probe("c");
    c.failure = new IllegalStateException("broken");
    SlotChain chain = chain(enforced(new Probe("a")), enforced(new Probe("b")), enforced(c));
    assertThatThrownBy(() -> chain.enter(0)).isSameAs(c.failure);
    assertThat(taken).containsExactly("+a", "+b", "-b", "-a");
    assertThat(counters.contribution().passed()).isZero();
  }

  @Test
  void callThatAnObservedSlotRefusesLateKeepsOnlyPermitsOfEnforcedOnes() {
    Probe c = new Probe("c");
    c.refusesLate = true;
    SlotChain chain =
        chain(
            observed(new Probe("a")),
            enforced(new Probe("b")),
            observed(c),
            observed(new Probe("d")),
            enforced(new Probe("e")));
    assertThat(chain.enter(0).isBlock()).isFalse();
    assertThat(taken).containsExactly("+a", "+b", "+e", "-a");
    assertThat(counters.contribution().wouldBlock()).isEqualTo(1);
    assertThat(counters.contribution().passed()).isEqualTo(1);
  }

  @Test
  void callWaitsOnceForTheLatestOfWhatItReserved() {
    SlotChain chain =
        chain(
            reserving(new Reserve("a", 30), true),
            enforced(new Probe("b")),
            reserving(new Reserve("c", 50), true),
            reserving(new Reserve("d", 20), true));
    Verdict verdict = chain.enter(ticker.nanos());
    assertThat(taken).containsExactly("+a", "+c", "+d", "c waits until 50", "+b");
    assertThat(ticker.nanos()).isEqualTo(50);
    ticker.advance(7);
    verdict.admission().exit(0, Outcome.RETURNED);
    assertThat(counters.contribution().passed()).isEqualTo(1);
    assertThat(counters.contribution().inFlight()).isZero();
    assertThat(counters.contribution().rtNanos()).as("from the end of the wait on").isEqualTo(7);
  }

  /** As of then, and before anything is counted; only a line of its own counts from the arrival. */
  @Test
  void whatJudgesByOthersIsAskedAfterTheWait() {
    long[] asked = new long[2];
    Probe check =
        new Probe("k") {
          @Override
          public long take(long now) {
            asked[0] = now;
            return super.take(now);
          }
        };
    Probe line =
        new Probe("l") {
          @Override
          public long take(long now) {
            asked[1] = now;
            return super.take(now);
          }
        };
    SlotChain chain =
        chain(
            enforced(new Probe("b")),
            new Step(check, SlotType.Phase.CHECK, counters, true),
            new Step(line, SlotType.Phase.WAIT, counters, true),
            reserving(new Reserve("a", 30), true));
    assertThat(chain.enter(ticker.nanos()).isBlock()).isFalse();
    assertThat(taken).containsExactly("+a", "a waits until 30", "+l", "+k", "+b");
    assertThat(asked).containsExactly(30, 0);
  }

  @Test
  void whatRefusesAShareIsAskedBeforeAnyReservationAndAnyWait() {
    Probe share = new Probe("s");
    SlotChain chain =
        chain(
            enforced(new Probe("b")),
            reserving(new Reserve("a", 30), true),
            new Step(share, SlotType.Phase.SHED, counters, true));
    assertThat(chain.enter(0).isBlock()).isFalse();
    assertThat(taken).containsExactly("+s", "+a", "a waits until 30", "+b");
    taken.clear();
    share.refusesLate = true;
    assertThat(chain.enter(0).rule()).isEqualTo("s");
    assertThat(taken).isEmpty();
  }

  @Test
  void callThatNeedNotWaitHasNothingToRemember() {
    SlotChain chain = chain(reserving(new Reserve("a", 0), true), enforced(new Probe("b")));
    assertThat(chain.enter(0).admission()).isSameAs(chain);
    assertThat(taken).containsExactly("+a", "+b");
  }

  @Test
  void refusalAfterTheWaitUndoesTheReservations() {
    Probe late = new Probe("b");
    late.refusesLate = true;
    SlotChain chain =
        chain(
            enforced(late),
            reserving(new Reserve("a", 30), true),
            reserving(new Reserve("c", 0), true));
    assertThat(chain.enter(0).rule()).isEqualTo("b");
    assertThat(taken).containsExactly("+a", "+c", "a waits until 30", "-c", "-a");
    assertThat(counters.contribution().passed()).isZero();
  }

  @Test
  void interruptedCallIsRefusedByWhatItWaitedForAndUndoesTheReservations() {
    SlotChain chain =
        chain(reserving(new Reserve("a", 30), true), reserving(new Reserve("c", 50), true));
    Thread.currentThread().interrupt();
    Verdict verdict = chain.enter(0);
    assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
    assertThat(verdict.rule()).isEqualTo("c");
    assertThat(taken).containsExactly("+a", "+c", "c waits until 50", "-c", "-a");
    assertThat(counters.contribution().blocked(BlockReason.FLOW)).isEqualTo(1);
  }

  @Test
  void failureAfterTheWaitUndoesTheReservations() {
    Probe broken = new Probe("b");
    broken.failure = new IllegalStateException("broken");
    SlotChain chain = chain(reserving(new Reserve("a", 30), true), enforced(broken));
    assertThatThrownBy(() -> chain.enter(0)).isSameAs(broken.failure);
    assertThat(taken).containsExactly("+a", "a waits until 30", "-a");
  }

  @Test
  void whatIsOnlyObservedReservesAndDelaysNobody() {
    SlotChain chain =
        chain(reserving(new Reserve("a", 30), false), reserving(new Reserve("b", 10), true));
    chain.enter(0);
    assertThat(taken).containsExactly("+a", "+b", "b waits until 10");
  }

  @Test
  void observedReservationIsUndoneWhereAnotherObservedStepWouldHaveRefused() {
    Probe late = new Probe("b");
    late.refusesLate = true;
    SlotChain chain =
        chain(
            reserving(new Reserve("a", 30), false),
            reserving(new Reserve("c", 10), true),
            observed(late));
    assertThat(chain.enter(0).isBlock()).isFalse();
    assertThat(taken).containsExactly("+a", "+c", "c waits until 10", "-a");
    assertThat(counters.contribution().wouldBlock()).isEqualTo(1);
  }

  @Test
  void admittedCallAllocatesNothing() {
    ActiveEntry wide =
        active(Rulebook.entry("wide", "web:* /**", Rulebook.perSecond(2_000_000_000)));
    ActiveEntry narrow =
        active(
            Rulebook.entry(
                "narrow", "web:GET /a", Mode.OBSERVE, Rulebook.perSecond(1_000_000_000)));
    SlotChain chain =
        new ChainComposer(
                ticker,
                Rulebook.enforcing(wide.entry(), narrow.entry()),
                new ActiveEntry[] {wide, narrow})
            .chain(new int[] {0, 1});
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    callMany(chain);
    long before = threads.getCurrentThreadAllocatedBytes();
    callMany(chain);
    // The measurement itself and JIT transitions may account for some bytes; calls for none.
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
  }

  private void callMany(SlotChain chain) {
    for (int i = 0; i < 100_000; i++) {
      ticker.advance(1_000);
      chain.enter(ticker.nanos());
      chain.exit(ticker.nanos(), Outcome.RETURNED);
    }
  }

  private ActiveEntry active(Entry entry) {
    return ActiveEntry.of(entry, Mode.ENFORCE, Mode.ENFORCE, context(entry), null);
  }

  private SlotContext context(Entry entry) {
    return new SlotContext(
        entry, null, ticker, 0, EngineListener.NONE, Waiting.ALLOWED, new ScriptedParking(ticker));
  }

  private SlotChain chain(Step... steps) {
    return new SlotChain(ticker, steps, new EntryCounters[] {counters});
  }

  private Step enforced(Slot slot) {
    return new Step(slot, SlotType.Phase.COUNT, counters, true);
  }

  private Step observed(Slot slot) {
    return new Step(slot, SlotType.Phase.COUNT, counters, false);
  }

  private Step reserving(Slot slot, boolean enforced) {
    return new Step(slot, SlotType.Phase.RESERVE, counters, enforced);
  }

  /** A probe whose permits are delays, and that says what is waited for. */
  private final class Reserve extends Probe implements ReservingSlot {
    private final long delay;

    Reserve(String name, long delay) {
      super(name);
      this.delay = delay;
    }

    @Override
    public long delayNanos(long permit, long arrival) {
      return delay;
    }

    @Override
    public boolean await(long nanos) {
      taken.add(name + " waits until " + nanos);
      return context(ENTRY).parkUntil(nanos, this);
    }
  }

  /** Says when it is asked to take and to undo. */
  private class Probe implements Slot {
    final String name;
    private boolean full;
    private boolean refusesLate;
    private @Nullable RuntimeException failure;

    Probe(String name) {
      this.name = name;
    }

    @Override
    public boolean isFull(long now) {
      return full;
    }

    @Override
    public long take(long now) {
      if (failure != null) {
        throw failure;
      }
      if (refusesLate) {
        return REFUSED;
      }
      taken.add("+" + name);
      return name.charAt(0);
    }

    @Override
    public void undo(long permit, long now) {
      assertThat(permit).isEqualTo(name.charAt(0));
      taken.add("-" + name);
    }

    @Override
    public Verdict refusal(long now) {
      return Verdict.block(BlockReason.FLOW, ENTRY, name, "full", -1);
    }
  }
}
