package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.rules.Entry;
import dev.weir.core.rules.RuleSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code caller}, {@code from} and {@code when}; what is wrong with them is in the folder. */
class ConditionsReaderTest {

  @Test
  void conditionsNarrowAnEntry() {
    List<Entry> entries =
        rules(
                "- match: web:GET /a\n    caller: [b, a, other]\n    when: [header:X-A=b=c, query:u"
                    + " v=1]\n"
                    + "  - match: [sql:shop *, method:a.B#c]\n    from: web:POST /checkout\n")
            .entries();
    assertThat(entries.get(0).conditions())
        .hasToString("caller a, b, other when header:X-A=b=c, query:u v=1");
    assertThat(entries.get(0).display())
        .isEqualTo("web:GET /a caller a, b, other when header:X-A=b=c, query:u v=1");
    assertThat(entries.get(1).conditions()).hasToString("from web:POST /checkout");
    assertThat(entries).extracting(Entry::needsServing).containsExactly(false, true);
  }

  @Test
  void entryWithoutANameIsKnownByItsMatchAndConditions() {
    assertThat(
            rules(
                    "- match: web:GET /a\n    caller: x\n  - match: web:GET /a\n    caller:"
                        + " other\n  - match: web:GET /a\n")
                .identities())
        .containsExactly("web:GET /a caller x", "web:GET /a caller other", "web:GET /a");
  }

  @Test
  void otherOfWhichNobodyIsNamedIsWarnedOf() {
    String other = "- match: [web:GET /b, web:GET /a]\n    caller: other\n";
    assertThat(warnings(other + "  - match: web:GET /a\n    caller: x\n"))
        .containsExactly(
            "rules.yaml:5:13: resources[0].caller: no effect: other is everybody, since no other"
                + " entry with the same match names callers");
    assertThat(warnings(other + "  - match: [web:GET /a, web:GET /b]\n    caller: x\n")).isEmpty();
  }

  @Test
  void conditionsThatNeverHoldAreWarnedOf() {
    assertThat(warnings("- match: web:GET /a\n    when: [header:X-A=1, header:X-A=2]\n"))
        .containsExactly(
            "rules.yaml:5:11: resources[0].when: never holds: all values must be there, and"
                + " header:X-A has one at a time");
    assertThat(
            warnings(
                "- match: [web:GET /a, sql:shop *]\n    from: web:GET /b\n    when: query:a=1\n"))
        .containsExactly(
            "rules.yaml:5:11: resources[0].from: holds for none of the web calls of match: they"
                + " serve no other",
            "rules.yaml:6:11: resources[0].when: holds for none but the web calls of match");
  }

  @Test
  void closedDoorOfRequestsIsWarnedOf() {
    assertThat(
            Read.warnings(
                "weir: 1\ninstrument: {web: false}\nresources:\n  - match: sql:shop *\n    from:"
                    + " web:GET /b\n"))
        .containsExactly(
            "rules.yaml:5:11: resources[0].from: no request is seen: instrument.web is false");
  }

  private static RuleSet rules(String entries) {
    return Read.valid("weir: 1\ncaller: header:X-App\nresources:\n  " + entries);
  }

  private static List<String> warnings(String entries) {
    String file = "weir: 1\ncaller: header:X-App\nresources:\n  " + entries;
    assertThat(Read.errors(file)).isEmpty();
    return Read.warnings(file);
  }
}
