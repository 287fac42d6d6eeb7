package dev.weir.core.flow;

import dev.weir.core.EngineListener;
import dev.weir.core.FakeTicker;
import dev.weir.core.Mode;
import dev.weir.core.Rulebook;
import dev.weir.core.ScriptedParking;
import dev.weir.core.Verdict;
import dev.weir.core.chain.ActiveEntry;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.chain.ChainComposer;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.Candidates;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.RequestValue;
import dev.weir.core.rules.Rule;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An entry with its rules on a clock that a test moves, and threads that wait by moving it. */
final class FlowBench {

  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000 * MILLI;

  final FakeTicker ticker = new FakeTicker(-5);
  final ScriptedParking parking = new ScriptedParking(ticker);
  boolean mayPark = true;
  private @Nullable ActiveEntry active;
  private CallJudge chain;

  FlowBench(Rule... rules) {
    chain = chain(rules);
  }

  static FlowRule paced(long calls, long maxWaitNanos) {
    return paced(calls, maxWaitNanos, Integer.MAX_VALUE);
  }

  static FlowRule paced(long calls, long maxWaitNanos, int maxWaiting) {
    return rule(calls, new Pacing(1, maxWaitNanos, maxWaiting));
  }

  static FlowRule burst(long calls, int burst) {
    return rule(calls, new Pacing(burst, 0, Integer.MAX_VALUE));
  }

  static FlowRule rule(long calls, @Nullable Pacing pacing) {
    return new FlowRule(null, null, new Rate(calls, SECOND), pacing, null, null, null);
  }

  /** Calls whose X-Priority is high may borrow for so long. */
  static FlowRule borrowing(long calls, long borrowNanos) {
    RequestValue when = new RequestValue(new KeyPart(Source.HEADER, "X-Priority"), "high");
    Rate rate = new Rate(calls, SECOND);
    return new FlowRule(null, null, rate, null, null, new Priority(when, borrowNanos), null);
  }

  static FlowRule in(Mode mode, FlowRule rule) {
    return new FlowRule(
        rule.name(),
        mode,
        rule.limit(),
        rule.pacing(),
        rule.warmUp(),
        rule.priority(),
        rule.keying());
  }

  private CallJudge chain(Rule... rules) {
    Entry entry = Rulebook.entry("a", "web:GET /a", rules);
    SlotContext context =
        new SlotContext(entry, null, ticker, -5, EngineListener.NONE, () -> mayPark, parking);
    active = ActiveEntry.of(entry, Mode.ENFORCE, Mode.ENFORCE, context, active);
    return new ChainComposer(ticker, Rulebook.enforcing(entry), new ActiveEntry[] {active})
        .compose(new Candidates(new int[] {0}, new int[0]));
  }

  void reload(Rule... rules) {
    chain = chain(rules);
  }

  Verdict enter() {
    return enter(ticker.nanos());
  }

  /** A call that read the clock then. */
  Verdict enter(long arrival) {
    return chain.enter(arrival);
  }

  /** A call whose X-Priority is {@code value}. */
  Verdict enterWith(String value) {
    return chain.enter(
        ticker.nanos(), part -> part.toString().equals("header:X-Priority") ? value : null);
  }

  /** How many of so many calls that come now are admitted. */
  int admitted(int calls) {
    int admitted = 0;
    long now = ticker.nanos();
    for (int i = 0; i < calls; i++) {
      admitted += enter(now).isBlock() ? 0 : 1;
    }
    return admitted;
  }

  /** What the first rule says of itself. */
  Map<String, Object> state() {
    return state(0);
  }

  Map<String, Object> state(int rule) {
    if (active == null) {
      throw new IllegalStateException("no entry");
    }
    return active.snapshot(ticker.nanos()).rules().get(rule).state();
  }

  /** How many calls an observed rule would have refused. */
  long wouldBlock() {
    return active == null ? 0 : active.contribution().wouldBlock();
  }
}
