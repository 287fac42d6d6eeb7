package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Methods by pattern, and what refused calls of them get. The file is edited while it runs. */
class MethodsIT {

  private static final String REFUSED = "dev.weir.bridge.BlockedException";

  @RegisterExtension static final SharedApp SHARED = new SharedApp(Launch::plainApp);

  private static Reply call(String command, String... arguments) {
    return SHARED.app().call(Groups.METHODS, command, arguments);
  }

  /** Rules on methods of the application's package; classes met late are part of each test. */
  private static void rules(String resources) {
    SHARED.app().announce("matches no method of a class loaded so far");
    SHARED.app().entries(resources);
  }

  @Test
  void refusedCallThrowsBlockedException() {
    rules("- {name: m1, match: 'method:com.acme.app.PriceService#query', flow: {limit: 3/1h}}");
    assertThat(call("query", "abc").value()).isEqualTo("103");
    assertThat(call("query2", "abc").value()).as("an overload, same budget").isEqualTo("206");
    assertThat(call("query", "abcd").value()).isEqualTo("104");
    long bodies = SHARED.app().hits("query");
    Reply refused = call("query", "abc");
    assertThat(refused.causes()).isEqualTo(REFUSED);
    assertThat(refused.field("frames")).isEqualTo("0");
    assertThat(refused.field("blocked.resource"))
        .startsWith("method:com.acme.app.PriceService#query");
    assertThat(refused.field("blocked.entry")).isEqualTo("m1");
    assertThat(refused.field("blocked.message")).contains("3/h");
    assertThat(SHARED.app().hits("query")).isEqualTo(bodies);
    Statistics.Entry counts = SHARED.app().settled("m1");
    assertThat(counts.passed()).isEqualTo(3);
    assertThat(counts.completed()).isEqualTo(3);
    assertThat(counts.blocked()).isEqualTo(1);
  }

  @Test
  void parameterTypesNameOneOverload() {
    rules(
        "- {name: m2, match: 'method:com.acme.app.PriceService#query(java.lang.String, int)',"
            + " flow: {limit: 0/1h}}");
    assertThat(call("query2", "abc").causes()).isEqualTo(REFUSED);
    assertThat(call("query", "abc").value()).isEqualTo("103");
  }

  @Test
  void starsNameMethodsAndClasses() {
    rules("- {name: m3, match: 'method:com.acme.**.*Repository#find*', flow: {limit: 0/1h}}");
    assertThat(call("findList").causes()).isEqualTo(REFUSED);
    assertThat(call("findCount").causes()).isEqualTo(REFUSED);
    assertThat(call("size").value()).isEqualTo("2");
    assertThat(call("query", "abc").value()).isEqualTo("103");
  }

  @Test
  void annotationNamesPublicMethods() {
    rules("- {name: m4, match: 'method:@com.acme.app.Service#*', flow: {limit: 1/1h}}");
    assertThat(call("record", "x").value()).isEqualTo("recorded x");
    assertThat(call("record", "x").causes()).isEqualTo(REFUSED);
    assertThat(SHARED.app().settled("m4").passed()).as("internal() is not public").isEqualTo(1);
  }

  @Test
  void staticMethodsOfAllParameterSizesAreGuarded() {
    rules("- {name: m5, match: 'method:com.acme.app.PriceService#sum', flow: {limit: 1/1h}}");
    assertThat(call("sum").value()).isEqualTo("7");
    assertThat(call("sum").causes()).isEqualTo(REFUSED);
  }

  @Test
  void exceptionOfTheBodyPassesUnchanged() {
    rules("- {name: m6, match: 'method:com.acme.app.PriceService#order', flow: {limit: 10/1h}}");
    Reply failed = call("order", "abc");
    assertThat(failed.causes()).isEqualTo("com.acme.app.PriceService$OutOfStock");
    assertThat(failed.field("message")).isEqualTo("no abc");
    assertThat(failed.field("top")).startsWith("com.acme.app.PriceService.order(PriceService.java");
    assertThat(SHARED.app().settled("m6").failed()).isEqualTo(1);
  }

  @Test
  void guardedMethodsMayCallEachOther() {
    rules(
        """
        - {name: m7-outer, match: 'method:com.acme.app.PriceService#outer', flow: {limit: 10/1h}}
        - {name: m7-inner, match: 'method:com.acme.app.PriceService#query', flow: {limit: 1/1h}}
        """);
    assertThat(call("outer", "abc").value()).isEqualTo("103");
    assertThat(call("outer", "abc").causes()).isEqualTo(REFUSED);
    assertThat(SHARED.app().settled("m7-outer").passed()).isEqualTo(2);
    assertThat(SHARED.app().settled("m7-outer").failed())
        .as("Weir's refusal is no failure")
        .isZero();
    assertThat(SHARED.app().settled("m7-inner").blocked()).isEqualTo(1);
  }

  @Test
  void chosenExceptionIsThrownWithTheRefusalAsItsCause() {
    rules(
        """
        - name: m8
          match: method:com.acme.app.PriceService#query(java.lang.String)
          flow: {limit: 0/1h}
          on-block: {throw: java.lang.IllegalStateException}
        """);
    assertThat(call("query", "abc").causes())
        .isEqualTo("java.lang.IllegalStateException <- " + REFUSED);
  }

  @Test
  void literalIsReturned() {
    rules(
        """
        - name: m9
          match: method:com.acme.app.PriceService#query(java.lang.String)
          flow: {limit: 0/1h}
          on-block: {return: 42}
        - name: m9b
          match: method:com.acme.app.OrderRepository#findName
          flow: {limit: 0/1h}
          on-block: {return: nobody}
        - name: m9c
          match: method:com.acme.app.OrderRepository#findAny
          flow: {limit: 0/1h}
          on-block: {return: false}
        """);
    assertThat(call("query", "abc").value()).isEqualTo("42");
    assertThat(call("findName").value()).isEqualTo("nobody");
    assertThat(call("findAny").value()).isEqualTo("false");
  }

  @ParameterizedTest
  @CsvSource({
    "findList, []",
    "findSet, []",
    "findMap, {}",
    "findOne, Optional.empty",
    "findName, ''",
    "findCount, 0",
    "findAny, false",
    "findArray, class java.lang.String[0]",
    "findNothing, nothing",
  })
  void emptyIsReturnedByType(String method, String empty) {
    if (!SHARED.app().statistics().entries().containsKey("m10")) {
      rules(
          """
          - name: m10
            match: method:com.acme.app.OrderRepository#find*
            flow: {limit: 0/1h}
            on-block: {return: empty}
          """);
    }
    long bodies = SHARED.app().hits(method);
    assertThat(call(method).value()).isEqualTo(empty);
    assertThat(SHARED.app().hits(method)).isEqualTo(bodies);
  }

  @Test
  void anotherMethodIsCalled() {
    rules(fallback("m11", "com.acme.app.Fallbacks#price"));
    assertThat(call("query", "abc").value()).isEqualTo("-3");
    rules(fallback("m12", "com.acme.app.Fallbacks#priceWith"));
    assertThat(call("query", "abc").value()).isEqualTo("-1003");
  }

  @Test
  void exceptionOfAFallbackIsTheCallers() {
    rules(fallback("m13", "com.acme.app.Fallbacks#failing"));
    Reply failed = call("query", "abc");
    assertThat(failed.thrown()).isEqualTo("java.lang.IllegalStateException");
    assertThat(failed.field("message")).isEqualTo("fallback of abc");
  }

  @Test
  void fallbackThatDoesNotExistIsSaidAndTheCallIsRefused() {
    SHARED.app().announce("noSuchFallback");
    rules(fallback("m14", "com.acme.app.Fallbacks#noSuchFallback"));
    assertThat(call("query", "abc").causes()).endsWith(REFUSED);
  }

  private static String fallback(String name, String method) {
    return """
    - name: %s
      match: method:com.acme.app.PriceService#query(java.lang.String)
      flow: {limit: 0/1h}
      on-block: {call: "%s"}
    """
        .formatted(name, method);
  }

  @Test
  void stageEndsWhenItCompletes() throws Exception {
    rules(
        """
        - {name: m15, match: 'method:com.acme.app.PriceService#quote', flow: {limit: 1/1h}}
        - {name: m15-stage, match: 'method:com.acme.app.PriceService#stage', flow: {limit: 1/1h}}
        - {name: m15-fail, match: 'method:com.acme.app.PriceService#failing', flow: {limit: 1/1h}}
        - {name: m15-pending, match: 'method:com.acme.app.PriceService#pending', flow: {limit: 2/1h}}
        """);
    assertThat(call("quote", "abc").value()).isEqualTo("quote abc");
    assertThat(call("quote", "abc").causes()).contains(REFUSED);
    assertThat(call("stage", "abc").value()).isEqualTo("stage abc");
    assertThat(call("stage", "abc").causes()).contains(REFUSED);
    assertThat(call("failing").causes())
        .isEqualTo("java.util.concurrent.ExecutionException <- java.lang.IllegalArgumentException");
    assertThat(SHARED.app().settled("m15").completed()).isEqualTo(1);
    assertThat(SHARED.app().settled("m15-fail").failed()).isEqualTo(1);

    call("pending");
    Thread.sleep(100); // Nothing may end it meanwhile.
    assertThat(SHARED.app().statistics().entry("m15-pending").inFlight()).isEqualTo(1);
    assertThat(call("complete").value()).isEqualTo("true");
    assertThat(SHARED.app().settled("m15-pending").completed()).isEqualTo(1);
    call("pending");
    assertThat(call("cancel").value()).as("the caller's own future").isEqualTo("true");
    assertThat(SHARED.app().settled("m15-pending").passed()).isEqualTo(2);
  }

  @Test
  void methodsAreAddedAndRemovedWhileTheApplicationRuns() {
    assertThat(call("touch").value()).isEqualTo("touched");
    rules("- {name: m16, match: 'method:com.acme.app.PriceService#touch', flow: {limit: 0/1h}}");
    assertThat(call("touch").causes()).isEqualTo(REFUSED);
    SHARED.app().rules("weir: 1\n");
    assertThat(call("touch").value()).isEqualTo("touched");
    rules("- {name: m17, match: 'method:com.acme.app.PriceService#touch', flow: {limit: 1/1h}}");
    assertThat(call("touch").value()).isEqualTo("touched");
    assertThat(call("touch").causes()).isEqualTo(REFUSED);
  }

  @Test
  void patternThatMatchesNothingIsNamed() {
    rules(
        """
        - {name: m18, match: 'method:com.acme.app.NoSuch#thing', flow: {limit: 1/1h}}
        - {name: m18b, match: 'method:com.acme.app.PriceService#touch', flow: {limit: 1/1h}}
        """);
    assertThat(call("touch").value()).isEqualTo("touched");
    assertThat(SHARED.app().statistics().patternsWithoutMatch())
        .hasSize(1)
        .allMatch(pattern -> pattern.contains("com.acme.app.NoSuch#thing"));
  }
}
