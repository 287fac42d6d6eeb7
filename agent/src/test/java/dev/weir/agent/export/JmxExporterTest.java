package dev.weir.agent.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.agent.Events;
import dev.weir.agent.Failures;
import dev.weir.agent.Log;
import dev.weir.core.Engine;
import dev.weir.core.Mode;
import dev.weir.core.Outcome;
import dev.weir.core.Verdict;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Instrument;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleSet;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.JMException;
import javax.management.StandardMBean;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

class JmxExporterTest {

  private static final long SECOND = 1_000_000_000;

  private final AtomicLong now = new AtomicLong();
  private final Engine engine = new Engine(now::get);

  @Test
  void entryShowsRatesAndResponseTimes() throws JMException {
    FlowRule limit = new FlowRule("limit", null, new Rate(10, SECOND));
    engine.apply(rules(limit), Mode.ENFORCE);
    CallJudge judge = Objects.requireNonNull(engine.web("GET", "/a", false));
    for (int i = 0; i < 15; i++) {
      Verdict verdict = judge.enter(0);
      if (!verdict.isBlock()) {
        now.set((i + 1) * 1_000_000L);
        verdict.admission().exit(0, Outcome.RETURNED);
      }
    }
    now.set(SECOND);
    CompositeData entry = entry();
    CompositeData second = (CompositeData) entry.get("lastSecond");
    assertThat(second.get("passedPerSecond")).isEqualTo(10.0);
    assertThat(second.get("blockedPerSecond")).isEqualTo(5.0);
    assertThat((long) second.get("rtMeanNanos")).isBetween(5_499_000L, 5_501_000L);
    assertThat((long) second.get("rtMinNanos")).isBetween(999_000L, 1_001_000L);
    assertThat(((CompositeData) entry.get("lastMinute")).get("completed")).isEqualTo(10L);
    assertThat(((CompositeData) entry.get("previousSecond")).get("passed")).isEqualTo(10L);
    TabularData percentiles = (TabularData) entry.get("rtPercentilesNanos");
    CompositeData max = percentiles.get(new Object[] {"max"});
    assertThat((long) max.get("value")).isBetween(9_375_000L, 10_625_000L);
    assertThat(entry.get("late")).isEqualTo(0L);
    assertThat(entry.get("slow")).isEqualTo(0L);
  }

  private CompositeData entry() throws JMException {
    Log log = new Log(new PrintStream(OutputStream.nullOutputStream()));
    JmxExporter exporter =
        new JmxExporter(engine, new Failures(log), new NoFile(), new Events(log, now::get));
    StandardMBean bean = new StandardMBean(exporter, WeirMXBean.class, true);
    return ((CompositeData[]) bean.getAttribute("Entries"))[0];
  }

  private static RuleSet rules(FlowRule limit) {
    String match = "web:GET /a";
    Entry entry =
        new Entry(
            match,
            null,
            List.of(ResourcePattern.parse(match)),
            List.of(),
            false,
            null,
            List.of(limit),
            OnBlock.DEFAULT);
    return new RuleSet(Mode.ENFORCE, null, Instrument.DEFAULT, List.of(), List.of(entry));
  }

  private static final class NoFile implements RuleStatus {

    @Override
    public boolean valid() {
      return true;
    }

    @Override
    public List<String> problems() {
      return List.of();
    }

    @Override
    public String source() {
      return "";
    }

    @Override
    public String hash() {
      return "";
    }

    @Override
    public String mode() {
      return "enforce";
    }

    @Override
    public List<String> patternsWithoutMatch() {
      return List.of();
    }
  }
}
