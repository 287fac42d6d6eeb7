package dev.weir.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.EngineEvent;
import dev.weir.core.Ticker;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EventsTest {

  private final AtomicLong now = new AtomicLong();
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Ticker ticker = now::get;
  private final Events events =
      new Events(new Log(new PrintStream(said, true, StandardCharsets.UTF_8)), ticker);

  @Test
  void eventIsSaidWithItsEntryRuleAndKey() {
    events.on(
        new EngineEvent(
            EngineEvent.Type.BREAKER_OPENED, "price", "breaker", null, "opened: why", 1));
    events.on(
        new EngineEvent(
            EngineEvent.Type.BREAKER_CLOSED, "price", "slow", "acme", "closed: how", 2));
    assertThat(said())
        .isEqualTo(
            """
            weir: WARNING: breaker of "price" opened: why
            weir: slow of "price" for acme closed: how
            """);
    assertThat(events.latest()).hasSize(2);
    assertThat(events.latest().get(1)).matches("\\d{4}-.*Z slow of \"price\" for acme closed: how");
  }

  @Test
  void manyAreSummedUp() {
    for (int i = 0; i < 1_000; i++) {
      events.on(
          new EngineEvent(
              EngineEvent.Type.BREAKER_OPENED, "price", "breaker", "k" + i, "opened", i));
    }
    assertThat(said().lines()).hasSize(60);
    assertThat(events.latest()).hasSize(100);
    assertThat(events.latest().get(99)).endsWith("for k999 opened");
    now.addAndGet(60_000_000_000L);
    events.on(
        new EngineEvent(EngineEvent.Type.BREAKER_CLOSED, "price", "breaker", "k", "closed", 1));
    assertThat(said()).contains("940 more events in the last minute are not shown");
    assertThat(said().lines()).hasSize(62);
  }

  private String said() {
    return said.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }
}
