package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.agent.Failures;
import dev.weir.agent.Log;
import dev.weir.agent.config.Environment;
import dev.weir.agent.config.RuleFile;
import dev.weir.bridge.Call;
import dev.weir.bridge.Refusal;
import dev.weir.core.Engine;
import dev.weir.core.Mode;
import dev.weir.core.Ticker;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** A call with a breaker, and inside it one that is always refused. */
class EngineGuardTest {

  private static final String RULES =
      """
      weir: 1
      resources:
        - {name: outer, match: "method:com.acme.Shop#order", breaker: {error-count: 2}}
        - {name: inner, match: "method:com.acme.Prices#query", flow: {limit: 0/s}}
      """;

  private final Log log =
      new Log(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  private final Failures failures = new Failures(log);
  private final Engine engine = new Engine(Ticker.system());
  private final EngineGuard guard = new EngineGuard(engine, new MethodSites(engine), log, failures);
  private final int outer = engine.site("com.acme.Shop", "order", List.of(), List.of());
  private final int inner = engine.site("com.acme.Prices", "query", List.of(), List.of());

  EngineGuardTest() {
    RuleFile file =
        RuleFile.parse("rules.yaml", RULES.getBytes(StandardCharsets.UTF_8), Environment.system());
    engine.apply(Objects.requireNonNull(file.rules()), Mode.ENFORCE);
  }

  @Test
  void asynchronousCallThatFailsForARefusalInsideItIsNoErrorOfItsOwn() {
    for (int i = 0; i < 5; i++) {
      long start = System.nanoTime();
      Object token = enterOuter(start);
      refuseInner();
      Call call = guard.async(token, start);
      if (i % 2 == 0) {
        call.end(null, 500);
      } else {
        call.accept(null, new CompletionException(new IllegalStateException("no price")));
      }
    }
    assertThat(errors()).isEqualTo("0");
  }

  @Test
  void refusalBeforeOrAfterAnAsynchronousCallBeganIsNoneInsideIt() {
    refuseInner();
    long start = System.nanoTime();
    Call call = guard.async(enterOuter(start), start);
    refuseInner(); // of another call that its thread serves meanwhile
    call.end(null, 500);
    assertThat(errors()).isEqualTo("1");
  }

  @Test
  void synchronousCallThatFailsForARefusalInsideItIsNoErrorOfItsOwn() {
    long start = System.nanoTime();
    Object token = enterOuter(start);
    refuseInner();
    guard.exit(token, start, new IllegalStateException("no price"), 0);
    assertThat(errors()).isEqualTo("0");
    start = System.nanoTime();
    guard.exit(enterOuter(start), start, new IllegalStateException("no price"), 0);
    assertThat(errors()).isEqualTo("1");
  }

  private Object enterOuter(long start) {
    Object chain = Objects.requireNonNull(guard.method(outer));
    return Objects.requireNonNull(guard.enter(chain, start, null));
  }

  private void refuseInner() {
    Object chain = Objects.requireNonNull(guard.method(inner));
    assertThat(guard.enter(chain, System.nanoTime(), null)).isInstanceOf(Refusal.class);
  }

  private String errors() {
    return String.valueOf(engine.entries().get(0).rules().get(0).state().get("errors"));
  }
}
