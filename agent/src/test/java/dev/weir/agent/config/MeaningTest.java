package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.rules.OnBlock;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What is valid key by key and yet will not do what it seems to say; errors of meaning are in the
 * folder.
 */
class MeaningTest {

  @Test
  void onBlockWithoutARuleIsWarnedOf() {
    assertThat(warnings("- match: web:GET /\n    on-block: {status: 503}\n"))
        .containsExactly(
            "rules.yaml:4:15: resources[0].on-block: no effect: the entry has no rule that could"
                + " refuse");
  }

  @Test
  void branchWithoutARuleIsWarnedOf() {
    assertThat(warnings(web("{status: 503, breaker: {status: 500}, flow: {status: 429}}")))
        .containsExactly(
            "rules.yaml:5:38: resources[0].on-block.breaker: no effect: the entry has no breaker"
                + " rule");
  }

  @Test
  void bodyThatWillNotBeSentIsWarnedOf() {
    assertThat(warnings(web("{status: 204, body: no}")))
        .containsExactly(
            "rules.yaml:5:35: resources[0].on-block.body: no effect: a response of status 204 has no"
                + " body");
    assertThat(warnings(web("{content-type: text/plain}"))).isEmpty();
  }

  @Test
  void unknownVariableInABodyIsWarnedOf() {
    assertThat(warnings(web("{body: '${resource} ${reason} ${retry-after}'}"))).isEmpty();
    assertThat(warnings(web("{body: '${reason} ${resorce}'}")))
        .containsExactly(
            "rules.yaml:5:22: resources[0].on-block.body: ${ stands for none of ${resource},"
                + " ${reason}, ${retry-after} and is left as written");
  }

  @Test
  void unknownVariableInAHeaderIsWarnedOf() {
    assertThat(warnings(web("{headers: {X-A: '${reason}', X-B: '${time}'}}")))
        .containsExactly(
            "rules.yaml:5:25: resources[0].on-block.headers: ${ stands for none of ${resource},"
                + " ${reason}, ${retry-after} and is left as written");
  }

  @Test
  void responseToAnOutboundCallNeedsAStatus() {
    String entry = "- match: http:* a/**\n    flow: {limit: 1/s}\n    on-block: ";
    assertThat(warnings(entry + "{status: 503, body: no}\n")).isEmpty();
    assertThat(warnings(entry + "{body: no}\n"))
        .containsExactly(
            "rules.yaml:5:22: resources[0].on-block.body: no effect without status: the call gets an"
                + " exception");
  }

  @Test
  void closedDoorIsWarnedOf() {
    assertThat(
            Read.warnings(
                "weir: 1\nresources: [{match: 'sql:*', flow: {limit: 1/s}}]\ninstrument: {sql: false}"))
        .containsExactly("rules.yaml:2:21: resources[0].match: no effect: instrument.sql is false");
  }

  @Test
  void exceptThatExceptsNothingOrAllIsWarnedOf() {
    assertThat(warnings("- match: web:GET /\n    except: ['sql:*', web:GET /]\n"))
        .containsExactly(
            "rules.yaml:4:13: resources[0].except: no effect: match holds no sql calls",
            "rules.yaml:4:13: resources[0].except: \"web:GET /\" is in match, too: it matches no"
                + " call");
  }

  @Test
  void unlistedEntryWhoseCallsAreListedIsWarnedOf() {
    assertThat(
            warnings(
                "- match: web:GET /\n    unlisted: true\n  - match: [web:GET /, web:GET /b]\n"))
        .containsExactly(
            "rules.yaml:4:15: resources[0].unlisted: resources[1] lists \"web:GET /\", too: such"
                + " calls go there");
  }

  @Test
  void nameListedTwiceIsWarnedOf() {
    assertThat(warnings("- match: [web:GET /, web:GET /]\n"))
        .containsExactly("rules.yaml:3:12: resources[0].match: \"web:GET /\" is listed twice");
  }

  @Test
  void answersOfSeveralKindsMayStandTogether() {
    String mixed =
        "- match: [web:GET /, method:a.B#c]\n    flow: {limit: 1/s}\n    on-block: {status: 503,"
            + " throw: a.E}\n";
    OnBlock.Action action =
        Read.valid("weir: 1\nresources:\n  " + mixed).entries().get(0).onBlock().common();
    assertThat(action.status()).isEqualTo(503);
    assertThat(action.throwClass()).isEqualTo("a.E");
    assertThat(warnings(mixed)).isEmpty();
  }

  @Test
  void methodsOfEntriesAreNotRepeatedInInstrument() {
    assertThat(
            Read.valid(
                    "weir: 1\ninstrument: {methods: [a.B#c, a.B#d, a.B#d]}\nresources: [{match:"
                        + " method:a.B#c}]")
                .instrument()
                .methods())
        .extracting(pattern -> pattern.text())
        .containsExactly("method:a.B#d");
  }

  @Test
  void fileOfOtherProgramsIsToldFromOnesOwn() {
    assertThat(Read.file("rules: [a]\n").recognised()).isFalse();
    assertThat(Read.file("").recognised()).isFalse();
    assertThat(Read.file("weir: 2\n").recognised()).isTrue();
    assertThat(Read.file("# weir\nweir: 1\nfoo: {bar\n").recognised()).isTrue();
    assertThat(Read.file("drools: {bar\n").recognised()).isFalse();
  }

  @Test
  void hashIsOfTheContent() {
    assertThat(Read.file("weir: 1\n").hash()).matches("[0-9a-f]{8}");
    assertThat(Read.file("weir: 1\n").hash()).isNotEqualTo(Read.file("weir: 1").hash());
  }

  private static String web(String onBlock) {
    return "- match: web:GET /\n    flow: {limit: 1/s}\n    on-block: " + onBlock + "\n";
  }

  private static List<String> warnings(String entry) {
    String file = "weir: 1\nresources:\n  " + entry;
    assertThat(Read.errors(file)).isEmpty();
    return Read.warnings(file);
  }
}
