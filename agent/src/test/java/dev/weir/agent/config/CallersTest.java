package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.access.AccessRule;
import dev.weir.core.access.AccessRule.OnNamed;
import dev.weir.core.rules.AddressRange;
import dev.weir.core.rules.ClientIp;
import dev.weir.core.rules.Rule;
import dev.weir.core.rules.RuleSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who is calling, and from where: {@code caller}, {@code client-ip} and {@code access}. */
class CallersTest {

  private static final String CALLER = "weir: 1\ncaller: header:X-Client-App\n";

  @ParameterizedTest
  @ValueSource(strings = {"header:X-Client-App", "query:app", "cookie:app"})
  void callerIsAPartOfTheRequest(String part) {
    assertThat(Read.valid("weir: 1\ncaller: " + part).caller()).hasToString(part);
    assertThat(Read.valid("weir: 1").caller()).isNull();
  }

  @Test
  void clientIpNamesAHeaderAndWhomToTrust() {
    RuleSet rules =
        Read.valid(
            "weir: 1\nclient-ip: {header: X-Forwarded-For, trusted-proxies: [10.0.0.0/8, '::1']}");
    ClientIp clientIp = Objects.requireNonNull(rules.clientIp());
    assertThat(clientIp.header()).isEqualTo("X-Forwarded-For");
    assertThat(clientIp.isStandard()).isFalse();
    assertThat(clientIp.trustedProxies())
        .extracting(AddressRange::text)
        .containsExactly("10.0.0.0/8", "::1");
    assertThat(Read.valid("weir: 1").clientIp()).isNull();
    assertThat(
            Read.valid("weir: 1\nclient-ip: {header: forwarded, trusted-proxies: '::1'}")
                .clientIp())
        .matches(ClientIp::isStandard);
  }

  @Test
  void trustInEverybodyIsWarnedOf() {
    assertThat(
            Read.warnings(
                "weir: 1\nclient-ip: {header: X-A, trusted-proxies: [0.0.0.0/0, '::/0']}"))
        .containsExactly(
            "rules.yaml:2:43: client-ip.trusted-proxies: \"0.0.0.0/0\" trusts everybody: any client"
                + " may say any address",
            "rules.yaml:2:43: client-ip.trusted-proxies: \"::/0\" trusts everybody: any client may"
                + " say any address");
  }

  @Test
  void accessAllowsOrDenies() {
    assertThat(access("{allow: [console, ops]}"))
        .isEqualTo(new AccessRule(null, null, OnNamed.ALLOW, Set.of("console", "ops")));
    assertThat(access("{deny: batch, name: no-batch}"))
        .isEqualTo(new AccessRule("no-batch", null, OnNamed.DENY, Set.of("batch")));
  }

  @Test
  void accessIsAskedFirst() {
    String entry = "resources: [{match: web:GET /a, flow: {limit: 1/s}, access: {deny: batch}}]";
    assertThat(Read.valid(CALLER + entry).entries().get(0).rules())
        .first()
        .isInstanceOf(AccessRule.class);
  }

  @Test
  void rulesMayCountByCaller() {
    String entry = "resources: [{match: ['sql:*', web:GET /], concurrency: {max: 1, per: caller}}]";
    assertThat(Read.warnings(CALLER + entry)).isEmpty();
    Rule rule = Read.valid(CALLER + entry).entries().get(0).rules().get(0);
    assertThat(Objects.requireNonNull(rule.keying()).per()).hasToString("[caller]");
  }

  private static Object access(String access) {
    String entry = "resources: [{match: web:GET /a, access: " + access + "}]";
    assertThat(Read.warnings(CALLER + entry)).isEmpty();
    return Read.valid(CALLER + entry).entries().get(0).rules().get(0);
  }
}
