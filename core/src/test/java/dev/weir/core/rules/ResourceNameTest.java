package dev.weir.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResourceNameTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /orders                                         | /orders
          /                                               | /
          /orders/                                        | /orders
          /orders/17                                      | /orders/{}
          /orders/-17.5                                   | /orders/{}
          /days/2026-11-30                                | /days/{}
          /at/12:30                                       | /at/{}
          /v1/orders                                      | /v1/orders
          /oauth2/token                                   | /oauth2/token
          /o/123e4567-e89b-12d3-a456-426614174000/items   | /o/{}/items
          /o/123E4567E89B12D3A456426614174000             | /o/{}
          /commits/3b50b06f                               | /commits/{}
          /facade                                         | /facade
          /deadbeef                                       | /deadbeef
          /summer-sale-2026-shoes                         | /summer-sale-2026-shoes
          /t/dGhpcyBpcyBhIHRlc3Q0Mg==                     | /t/{}
          /t/V1StGXR8_Z5jdHi6B-myT                        | /t/{}
          /t/01ARZ3NDEKTSV4RRFFQ69G5FAV                   | /t/{}
          /get-all-orders-of-customer                     | /get-all-orders-of-customer
          /img/logo.png                                   | /img/logo.png
          """)
  void valuesBecomeBraces(String path, String expected) {
    assertThat(ResourceName.web("GET", path)).isEqualTo("web:GET " + expected);
    assertThat(ResourceName.http("GET", "Price.internal", 8080, path))
        .isEqualTo("http:GET price.internal:8080" + expected);
  }

  @Test
  void namesOfTheOtherKinds() {
    assertThat(ResourceName.http("GET", "h", -1, "/x")).isEqualTo("http:GET h/x");
    assertThat(ResourceName.sql("shop", "SELECT", "orders")).isEqualTo("sql:shop SELECT orders");
    assertThat(ResourceName.sql(null, "COMMIT", null)).isEqualTo("sql:COMMIT");
    assertThat(ResourceName.sql("", "CALL", "refresh")).isEqualTo("sql:CALL refresh");
    assertThat(ResourceName.method("com.acme.A", "b")).isEqualTo("method:com.acme.A#b");
  }

  @Test
  void aNameIsOneBoundedLine() {
    assertThat(ResourceName.web("GET", "/a\r\nb\u2028c")).isEqualTo("web:GET /a%0d%0ab?c");
    assertThat(ResourceName.web("GET", "/xyz".repeat(10_000))).hasSizeLessThan(220);
    assertThat(ResourceName.web("GET", "/" + "x".repeat(10_000))).hasSizeLessThan(220);
  }
}
