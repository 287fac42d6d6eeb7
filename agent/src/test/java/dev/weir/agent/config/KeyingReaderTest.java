package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.core.breaker.BreakerRule;
import dev.weir.core.breaker.BreakerRule.Force;
import dev.weir.core.concurrency.ConcurrencyRule;
import dev.weir.core.flow.FlowRule;
import dev.weir.core.flow.Rate;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.Keying;
import dev.weir.core.rules.Keying.Absent;
import dev.weir.core.rules.Rule;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyingReaderTest {

  @ParameterizedTest
  @CsvSource({
    "web:GET /, resource",
    "web:GET /, ip",
    "web:GET /, header:X-Tenant",
    "web:GET /, query:user id",
    "web:GET /, query:uid",
    "web:GET /, cookie:sid",
    "http:GET a/b, host",
    "sql:shop *, resource",
    "method:a.B#c, arg:0",
    "method:a.B#c, arg:254",
    "'\"method:a.B#c(int, long)\"', arg:1",
  })
  void onePart(String match, String part) {
    String entry = "- match: " + match + "\n    concurrency: {max: 5, per: '" + part + "'}\n";
    assertThat(keying(entry))
        .isEqualTo(keying(entry.replace("'" + part + "'", "['" + part + "']")));
    assertThat(required(entry).per()).extracting(KeyPart::toString).containsExactly(part);
    assertThat(required(entry).absent()).isEqualTo(Absent.SHARED);
    assertThat(required(entry).maxKeys()).isEqualTo(10_000);
    assertThat(required(entry).overrides()).isEmpty();
    assertThat(warnings(entry)).isEmpty();
  }

  @Test
  void severalPartsStayInTheirOrder() {
    Keying keying = required(web("per: [cookie:sid, ip, resource]", "5"));
    assertThat(keying.per())
        .extracting(KeyPart::toString)
        .containsExactly("cookie:sid", "ip", "resource");
  }

  @Test
  void withoutPerAllCallsShareTheCounters() {
    assertThat(keying(web("", "5"))).isNull();
  }

  @Test
  void keysOfAnEntryHoldForItsRules() {
    String entry =
        web(
            "per: ip\n    absent: refuse\n    max-keys: 7",
            "[5, {max: 6, per: cookie:sid}, {max: 7, absent: admit, max-keys: 8}]");
    assertThat(rules(entry))
        .extracting(rule -> Objects.requireNonNull(rule.keying()).toString())
        .containsExactly(
            "Keying[per=[ip], overrides={}, absent=REFUSE, maxKeys=7]",
            "Keying[per=[cookie:sid], overrides={}, absent=REFUSE, maxKeys=7]",
            "Keying[per=[ip], overrides={}, absent=ADMIT, maxKeys=8]");
  }

  @Test
  void ruleMayCountByKeysBesideAFlowThatDoesNot() {
    String entry = web("flow: {limit: 5/s}", "{max: 5, per: ip}");
    assertThat(rules(entry)).extracting(rule -> rule.keying() == null).containsExactly(true, false);
  }

  @Test
  void keysOfAnEntryHoldForItsFlowToo() {
    String entry = web("per: ip\n    flow: {limit: 5/s}", "5");
    assertThat(rules(entry))
        .extracting(rule -> rule.kind() + " " + Objects.requireNonNull(rule.keying()).per())
        .containsExactly("flow [ip]", "concurrency [ip]");
  }

  @Test
  void overridesOfAFlowAreRates() {
    String entry =
        """
        - match: web:* /api/**
            flow:
              limit: 5/s
              per: header:X-Tenant
              overrides: {acme: 1000/s, root: unlimited, small: {limit: 1/m}}
        """;
    assertThat(required(entry).overrides())
        .containsExactly(
            entry("acme", flow(1000, 1)),
            entry("root", flow(Rate.UNLIMITED, 1)),
            entry("small", flow(1, 60)));
  }

  private static Rule flow(long calls, int seconds) {
    return new FlowRule(null, null, new Rate(calls, seconds * 1_000_000_000L));
  }

  @Test
  void overridesReplaceTheLimitOfSingleValues() {
    Map<String, Rule> overrides =
        required(
                web(
                    "",
                    "{max: 5, max-wait: 1s, name: tenants, mode: observe, per: header:X-Tenant,"
                        + " overrides: {acme: 200, root: unlimited, x-slow: {max-wait: 2s}, off: 0,"
                        + " 0042: {max: 42, max-hold: 1m}}}"))
            .overrides();
    assertThat(overrides.keySet()).containsExactly("acme", "root", "x-slow", "off", "0042");
    assertThat(overrides.values())
        .extracting(
            rule -> ((ConcurrencyRule) rule).max(), rule -> ((ConcurrencyRule) rule).maxWaitNanos())
        .containsExactly(
            tuple(200, 1_000_000_000L),
            tuple(ConcurrencyRule.UNLIMITED, 1_000_000_000L),
            tuple(5, 2_000_000_000L),
            tuple(0, 1_000_000_000L),
            tuple(42, 1_000_000_000L));
    assertThat(overrides.values())
        .allSatisfy(
            rule -> {
              assertThat(rule.keying()).isNull();
              assertThat(rule.name()).isEqualTo("tenants");
            });
  }

  @Test
  void overridesOfABreakerHaveTheRestFromTheRule() {
    String entry =
        """
        - match: http:* *.internal/**
            breaker:
              error-ratio: 50%
              open-for: 10s
              per: host
              overrides:
                price.internal: {open-for: 1m, error-count: 9, errors: {status: 503}}
                audit.internal: unlimited
                old.internal: {force: open}
        """;
    Map<String, Rule> overrides = required(entry).overrides();
    BreakerRule price = breaker(overrides, "price.internal");
    assertThat(price.errorRatio()).isEqualTo(0.5);
    assertThat(price.errorCount()).isEqualTo(9);
    assertThat(price.maxOpenForNanos()).isEqualTo(60_000_000_000L);
    assertThat(price.errors().status()).hasToString("[503]");
    assertThat(breaker(overrides, "audit.internal").force()).isEqualTo(Force.CLOSED);
    assertThat(breaker(overrides, "old.internal").force()).isEqualTo(Force.OPEN);
  }

  @Test
  void overridesOfSeveralPartsNameOneValueForEach() {
    Map<String, Rule> overrides =
        required(
                web(
                    "",
                    "{max: 5, per: [header:X-Tenant, ip], overrides: {'acme, 10.0.0.7': 9,"
                        + " 'acme,*': 8, '*, 2001:DB8::/64': 7,"
                        + " 'a\\,b, ::ffff:10.0.0.8': unlimited}}"))
            .overrides();
    assertThat(overrides.keySet())
        .containsExactly("acme, 10.0.0.7", "acme, *", "*, 2001:db8:0:0::/64", "a\\,b, 10.0.0.8");
    assertThat(overrides.values())
        .extracting(rule -> ((ConcurrencyRule) rule).max())
        .containsExactly(9, 8, 7, ConcurrencyRule.UNLIMITED);
  }

  @Test
  void addressesAreAsCallsHaveThem() {
    assertThat(required(web("", "{max: 5, per: ip, overrides: {'2001:DB8::/64': 9}}")).overrides())
        .containsOnlyKeys("2001:db8:0:0::/64");
    assertThat(required(web("", "{max: 5, per: header:X-A, overrides: {'A, *': 9}}")).overrides())
        .as("a single part has no commas and stars of ours")
        .containsOnlyKeys("A, *");
  }

  @Test
  void overridesOfAnEntryAreThoseOfItsOneRule() {
    String entry = web("per: ip\n    overrides: {10.0.0.7: 9}", "5");
    assertThat(required(entry).overrides()).containsOnlyKeys("10.0.0.7");

    String two =
        web(
            "per: ip\n    overrides: {10.0.0.7: 9}",
            "[5, {max: 6, per: cookie:sid}, {max: 7, overrides: {10.0.0.8: 1}}]");
    assertThat(rules(two))
        .extracting(rule -> Objects.requireNonNull(rule.keying()).overrides().keySet().toString())
        .containsExactly("[10.0.0.7]", "[]", "[10.0.0.8]");
  }

  @Test
  void partThatSomeCallsLackIsWarnedOf() {
    assertThat(
            warnings(
                "- match: [web:GET /a, 'sql:shop *']\n    concurrency: {max: 5, per: [ip,"
                    + " resource]}\n"))
        .containsExactly(
            "rules.yaml:4:33: resources[0].concurrency.per[0]: not every call of match has ip; the"
                + " others get what absent says");
    assertThat(
            warnings(
                "- match: ['method:a.B#c(int)', 'method:a.B#c(int, int)']\n    per: arg:1\n   "
                    + " concurrency: 5\n"))
        .containsExactly(
            "rules.yaml:4:10: resources[0].per: not every call of match has arg:1; the others get"
                + " what absent says");
  }

  @Test
  void keysWithoutEffectAreWarnedOf() {
    assertThat(warnings(web("per: ip", "{max: 5, per: cookie:sid}")))
        .containsExactly("rules.yaml:4:10: resources[0].per: no effect: each rule has its own");
    assertThat(warnings("- match: web:GET /\n    per: ip\n"))
        .containsExactly("rules.yaml:4:10: resources[0].per: no effect: the entry has no rule");
    assertThat(warnings(web("absent: admit\n    max-keys: 5", "5")))
        .containsExactly(
            "rules.yaml:4:13: resources[0].absent: no effect: it is for rules with per",
            "rules.yaml:5:15: resources[0].max-keys: no effect: it is for rules with per");
    assertThat(warnings(web("", "{max: 5, max-keys: 5}")))
        .containsExactly(
            "rules.yaml:5:37: resources[0].concurrency.max-keys: no effect: it is for rules with"
                + " per");
    assertThat(warnings(web("", "{max: 5, per: resource, absent: refuse}")))
        .containsExactly(
            "rules.yaml:5:50: resources[0].concurrency.absent: no effect: every call has a"
                + " resource");
    assertThat(warnings(web("absent: admit", "{max: 5, per: ip}"))).isEmpty();
  }

  private static String web(String keys, String concurrency) {
    return "- match: web:GET /\n    " + keys + "\n    concurrency: " + concurrency + "\n";
  }

  private static BreakerRule breaker(Map<String, Rule> overrides, String value) {
    return (BreakerRule) Objects.requireNonNull(overrides.get(value));
  }

  private static Keying required(String entry) {
    return Objects.requireNonNull(keying(entry));
  }

  private static @Nullable Keying keying(String entry) {
    return rules(entry).get(0).keying();
  }

  private static List<Rule> rules(String entry) {
    return Read.valid("weir: 1\nresources:\n  " + entry).entries().get(0).rules();
  }

  private static List<String> warnings(String entry) {
    String file = "weir: 1\nresources:\n  " + entry;
    assertThat(Read.errors(file)).isEmpty();
    return Read.warnings(file);
  }
}
