package dev.weir.core.rules;

import static dev.weir.core.Rulebook.SECOND;
import static dev.weir.core.Rulebook.enforcing;
import static dev.weir.core.Rulebook.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.breaker.BreakerRule.Force;
import dev.weir.core.breaker.Errors;
import dev.weir.core.breaker.RuleBuilder;
import dev.weir.core.breaker.StatusRange;
import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.Keying.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReloadReportTest {

  private static final KeyPart TENANT = new KeyPart(Source.HEADER, "X-Tenant");
  private static final KeyPart IP = new KeyPart(Source.IP, "");

  @Test
  void limitsAreNamedAsTheFileWordsThem() {
    Rule before = new ConcurrencyRule(null, null, 64, 0, Integer.MAX_VALUE, 600 * SECOND, null);
    Rule after = new ConcurrencyRule(null, null, 32, SECOND, 50, 60 * SECOND, null);

    assertThat(lines(before, after))
        .containsExactly(
            "changed \"a\": concurrency.max 64 -> 32",
            "changed \"a\": concurrency.max-wait none -> 1s",
            "changed \"a\": concurrency.max-waiting none -> 50",
            "changed \"a\": concurrency.max-hold none -> 1m");
  }

  @Test
  void breakersAreNamedAsTheFileWordsThem() {
    Errors errors =
        new Errors(List.of("a.E"), List.of(), List.of(new StatusRange(503, 503)), List.of("08"));

    assertThat(lines(breaker(30, Errors.DEFAULT, Force.NONE), breaker(60, errors, Force.OPEN)))
        .containsExactly(
            "changed \"a\": breaker.open-for 30s -> 1m",
            "changed \"a\": breaker.errors.types none -> [a.E]",
            "changed \"a\": breaker.errors.status none -> [503]",
            "changed \"a\": breaker.errors.sql-states none -> [08]",
            "changed \"a\": breaker.force none -> open");
  }

  @Test
  void valuesThatGetCountersOfTheirOwnAreNamed() {
    Keying keying = new Keying(List.of(TENANT), Map.of(), Absent.SHARED, 10_000);

    assertThat(lines(limit(64, null), limit(64, keying)))
        .containsExactly("changed \"a\": concurrency.per none -> header:X-Tenant");
    assertThat(lines(limit(64, keying), limit(64, null)))
        .containsExactly("changed \"a\": concurrency.per header:X-Tenant -> none");
  }

  @Test
  void keysOfAKeyingAreNamedOneByOne() {
    Keying before = new Keying(List.of(TENANT), Map.of(), Absent.ADMIT, 10_000);
    Keying after = new Keying(List.of(TENANT, IP), Map.of(), Absent.REFUSE, 500);

    assertThat(lines(limit(64, before), limit(64, after)))
        .containsExactly(
            "changed \"a\": concurrency.per header:X-Tenant -> [header:X-Tenant, ip]",
            "changed \"a\": concurrency.absent admit -> refuse",
            "changed \"a\": concurrency.max-keys none -> 500");
  }

  @Test
  void overridesAreNamedByTheirValueWithWhatDiffersFromTheRule() {
    Rule before = limit(64, tenants(Map.of("acme", limit(200, null), "x", limit(1, null))));
    Rule after = limit(64, tenants(Map.of("acme", limit(300, null), "y", limit(64, null))));

    assertThat(lines(before, after))
        .containsExactlyInAnyOrder(
            "changed \"a\": concurrency.overrides.acme.max 200 -> 300",
            "changed \"a\": concurrency.overrides.y none -> as the rule",
            "changed \"a\": concurrency.overrides.x.max 1 -> none");
  }

  @Test
  void newEntryIsToldWithItsValues() {
    Rule rule = limit(64, tenants(Map.of("acme", limit(200, null))));

    assertThat(ReloadReport.between(enforcing(), enforcing(entry("a", "web:GET /", rule))).lines())
        .containsExactly(
            "added \"a\": concurrency.max 64, concurrency.per header:X-Tenant,"
                + " concurrency.overrides.acme.max 200");
  }

  private static Keying tenants(Map<String, Rule> overrides) {
    return new Keying(List.of(TENANT), overrides, Absent.SHARED, 10_000);
  }

  private static List<String> lines(Rule before, Rule after) {
    return ReloadReport.between(
            enforcing(entry("a", "web:GET /", before)), enforcing(entry("a", "web:GET /", after)))
        .lines();
  }

  private static Rule limit(int max, @Nullable Keying keying) {
    return new ConcurrencyRule(null, null, max, 0, Integer.MAX_VALUE, 600 * SECOND, keying);
  }

  private static Rule breaker(long openFor, Errors errors, Force force) {
    return RuleBuilder.breaker()
        .errorRatio(0.5)
        .openFor(openFor * SECOND)
        .errors(errors)
        .force(force)
        .rule();
  }
}
