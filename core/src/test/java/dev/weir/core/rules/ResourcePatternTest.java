package dev.weir.core.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.core.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourcePatternTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "web:GET /orders/{id}",
        "web:* /api/**",
        "web:* /**",
        "web:GET /",
        "web:GET /orders/",
        "web:GET /img-*.png",
        "web:GET /orders/{}",
        "web:M-SEARCH /x",
        "web:GET /my file",
        "web:GET /100%",
        "web:GET /a%2Fb",
        "web:GET /größe",
        "web:GET /*/{x}/*",
        "http:GET price.internal/v1/prices/{sku}",
        "http:* *.internal/**",
        "http:* */**",
        "http:* price-*.internal:8080/",
        "http:* localhost:8080/**",
        "http:* [::1]:8080/**",
        "http:* [::1]/**",
        "http:* my_host/**",
        "sql:shop SELECT orders",
        "sql:shop *",
        "sql:*",
        "sql:* * orders",
        "sql:shop SELECT *",
        "sql:shop CALL refresh_*",
        "method:com.acme.PriceService#query",
        "method:com.acme.PriceService#query(java.lang.String, int)",
        "method:com.acme.PriceService#query()",
        "method:com.acme.**.*Repository#find*",
        "method:@org.springframework.stereotype.Service#*",
        "method:com.acme.Outer$Inner#x(java.util.Map$Entry[], long...)",
      })
  void keepsItsText(String text) {
    assertThat(ResourcePattern.parse(text).text()).isEqualTo(text);
    assertThat(ResourcePattern.parse(text)).isEqualTo(ResourcePattern.parse(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          http:GET /x                     | has no host: http is outbound; did you mean web:GET /x?
          web:get /x                      | methods are upper-case, write web:GET /x
          http:get h/x                    | methods are upper-case, write http:GET h/x
          web:/x                          | has no method; write web:* /x
          http:h/x                        | has no method; write http:* h/x
          web:GET                         | has no path; write e.g. web:GET /orders/{id}
          web:                            | names nothing
          web:GET,POST /x                 | one upper-case method or *, and one name for each of several
          web:GE* /x                      | has the method GE*
          web:GET orders                  | write web:GET /orders
          web:GET price.internal/x        | for an outbound call http:GET price.internal/x
          wbe:GET /x                      | did you mean web:GET /x?
          Web:GET /x                      | did you mean web:GET /x?
          htp:GET h/x                     | did you mean http:GET h/x?
          https:GET h/x                   | http: holds for both, write http:GET h/x
          methods:com.acme.A#b            | did you mean method:com.acme.A#b?
          kafka:topic                     | write web:, http:, sql: or method:
          redis:localhost GET             | redis: is not in this version
          grpc:acme.Price/Get             | grpc: is not in this version
          web: GET /x                     | has a space after the colon; write web:GET /x
          GET /x                          | write web:GET /x
          /x                              | write web:* /x
          GET price.internal/x            | write http:GET price.internal/x
          com.acme.PriceService#query     | write method:com.acme.PriceService#query
          /a:b                            | write web:* /a:b
          orders                          | does not say which kind of call it is
          web:GET /api/**/x               | /** stands only at the end
          web:GET /**/                    | /** stands only at the end
          web:GET /a**                    | has ** inside a segment
          web:GET /a//b                   | has an empty segment (//)
          web:GET //                      | has an empty segment (//)
          web:GET /a/../b                 | has the segment ..
          web:GET /{id                    | has an unbalanced brace in {id; write e.g. {id}
          web:GET /id}                    | has an unbalanced brace
          web:GET /}id{                   | has an unbalanced brace
          web:GET /{{id}}                 | has an unbalanced brace
          web:GET /{id}.png               | {x} is a whole segment, write *.png
          web:GET /{id:[0-9]+}            | has ':' in a variable; write a plain name such as {id}
          web:GET /{*rest}                | write /** at the end
          web:GET /x?y=1                  | has a query string
          web:GET /x#y                    | has a fragment
          web:GET /x;v=1                  | has a path parameter
          web:GET /my%20file              | paths are matched decoded; write /my file
          web:GET /a%25b                  | paths are matched decoded; write /a%b
          http:GET h                      | write http:GET h/**
          http:GET http://h/x             | write http:GET h/x
          http://h/x                      | write a method and no scheme: http:* h/x
          http:GET h:0/x                  | has the port "0"; write a number from 1 to 65535
          http:GET h:99999999999/x        | has the port "99999999999"
          http:GET h:*/x                  | has the port "*"
          http:GET h:/x                   | has the port ""
          http:GET h:443/x                | write h alone, which matches every port
          http:GET {h}/x                  | has { in the host; write * for any text
          http:GET *.möbel.de/x           | write its ASCII form, *.xn--mbel-5qa.de
          http:GET u@h/x                  | has '@' in the host
          http:GET h./x                   | has a dot at the end of the host
          http:GET :80/x                  | has no host
          http:GET [::1/x                 | has no complete IPv6 address
          http:GET [zz]/x                 | has 'z' in an IPv6 address
          sql:                            | names nothing
          sql:shop                        | has no verb; write sql:shop *
          sql:SELECT                      | has no database; write sql:* SELECT *
          sql:shop SELECT                 | has no table; write sql:shop SELECT *
          sql:shop select orders          | verbs are upper-case, write SELECT
          sql:shop SELET orders           | did you mean SELECT?
          sql:shop COMMIT orders          | rules match SELECT, INSERT, UPDATE, DELETE, MERGE and CALL
          sql:shop SELECT a b             | has 4 parts
          sql:shop SELECT public.orders   | tables are named without it, write orders
          sql:shop SELECT "orders"        | has quotes around the table
          method:                         | names no method
          method:com.acme.A               | names no method; write com.acme.A#<method>
          method:com.acme.A.query         | write com.acme.A#query
          method:com.acme.A#              | has nothing after #
          method:#query                   | names no class
          method:com..A#query             | has an empty part between dots
          method:com.a**.A#query          | has ** beside other text
          method:com/acme/A#query         | has '/' in a class name
          method:com.acme.A#<init>        | names a constructor
          method:com.acme.A#que ry        | has ' ' in the method's name
          method:com.acme.A#q(int         | does not end with )
          method:com.acme.A#q(int) x      | does not end with )
          method:com.acme.A#q(int,)       | has an empty parameter type
          method:com.acme.A#q(String)     | write java.lang.String for String
          method:com.acme.A#q(java.util.List<String>) | write it without <>: java.util.List
          method:com.acme.A#q(*)          | leave out (…)
          method:com.acme.A#q(int[)       | has an unbalanced [
          method:@#query                  | does not name one annotation
          method:@com.acme.*#query        | does not name one annotation
          """)
  void tellsWhatToWriteInstead(String text, String message) {
    assertThatThrownBy(() -> ResourcePattern.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void failureQuotesWhatWasFound() {
    assertThatThrownBy(() -> ResourcePattern.parse("http:GET /x"))
        .hasMessage("\"http:GET /x\" has no host: http is outbound; did you mean web:GET /x?");
  }

  @Test
  void readsTheFormWithoutScheme() {
    MethodPattern bare = MethodPattern.parse("com.acme.A#b(java.lang.String, int)");
    assertThat(bare.text()).isEqualTo("com.acme.A#b(java.lang.String, int)");
    assertThat(bare.kind()).isEqualTo(Kind.METHOD);
    assertThat(bare.isLiteralClass()).isTrue();
    assertThat(bare.className()).isEqualTo("com.acme.A");
    assertThat(bare.annotation()).isNull();
    assertThat(bare.parameterTypes()).containsExactly("java.lang.String", "int");
    assertThat(MethodPattern.parse("method:com.acme.A#b").className()).isEqualTo("com.acme.A");
  }

  @Test
  void annotationDecidesInsteadOfTheName() {
    MethodPattern pattern = MethodPattern.parse("@com.acme.Guarded#*");
    assertThat(pattern.annotation()).isEqualTo("com.acme.Guarded");
    assertThat(pattern.className()).isNull();
    assertThat(pattern.isLiteralClass()).isFalse();
    assertThat(pattern.matchesClassName("com.acme.Guarded")).isFalse();
    assertThat(pattern.hasWildcard()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          com.acme.A#*,               com.acme.A,            true
          com.acme.A#*,               com.acme.AB,           false
          com.acme.A#*,               com.acme.A$B,          false
          com.acme.*#*,               com.acme.A,            true
          com.acme.*#*,               com.acme.A$B,          true
          com.acme.*#*,               com.acme.sub.A,        false
          com.acme.**#*,              com.acme.sub.deep.A,   true
          com.acme.**#*,              com.acmes.A,           false
          com.acme.**.*Repository#*,  com.acme.UserRepository,       true
          com.acme.**.*Repository#*,  com.acme.a.b.UserRepository,   true
          com.acme.**.*Repository#*,  com.acme.a.b.UserRepositoryX,  false
          **.Service#*,               Service,               true
          **.Service#*,               a.b.Service,           true
          **.a.**.b.**#*,             x.a.y.a.b.Z,           true
          **.a.**.b.**#*,             x.b.y.a.Z,             false
          **#*,                       A,                     true
          *#*,                        a.A,                   false
          A#*,                        A,                     true
          """)
  void matchesClassNames(String pattern, String className, boolean expected) {
    assertThat(MethodPattern.parse(pattern).matchesClassName(className)).isEqualTo(expected);
  }

  @Test
  void matchesMethodsByNameAndTypes() {
    MethodPattern any = MethodPattern.parse("A#find*");
    assertThat(any.matchesMethod("find", List.of())).isTrue();
    assertThat(any.matchesMethod("findAll", List.of("int"))).isTrue();
    assertThat(any.matchesMethod("refind", List.of())).isFalse();
    MethodPattern one = MethodPattern.parse("A#find(java.lang.String,  int[] , byte...)");
    assertThat(one.matchesMethod("find", List.of("java.lang.String", "int[]", "byte[]"))).isTrue();
    assertThat(one.matchesMethod("find", List.of("java.lang.String", "int[]"))).isFalse();
    assertThat(MethodPattern.parse("A#find()").matchesMethod("find", List.of())).isTrue();
    assertThat(MethodPattern.parse("A#find()").matchesMethod("find", List.of("int"))).isFalse();
  }

  @Test
  void manyStarsDoNotMakeMatchingSlow() {
    Glob glob = new Glob("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b");
    assertThat(glob.matches("a".repeat(50_000) + "c")).isFalse();
    assertThat(glob.matches("a".repeat(50_000) + "b")).isTrue();
  }
}
