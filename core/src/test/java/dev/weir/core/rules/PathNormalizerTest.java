package dev.weir.core.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathNormalizerTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          /orders/17               | /orders/17
          ''                       | /
          /                        | /
          //                       | /
          orders                   | /orders
          /orders/                 | /orders/
          //orders//17//           | /orders/17/
          /./orders/./17/.         | /orders/17/
          /a/../orders/17          | /orders/17
          /orders/17/..            | /orders/
          /orders/..               | /
          /../../orders            | /orders
          /..                      | /
          /a/b/../../../../orders  | /orders
          /%6Frders/%31%37         | /orders/17
          /orders;v=1/17;a=b;c     | /orders/17
          /;x=y/orders             | /orders
          /..;/orders              | /orders
          /a/..;x=y/orders         | /orders
          /a/%2e%2e/orders         | /orders
          /a/.%2E/orders           | /orders
          /a/%2e%2e;x/orders       | /orders
          /a/%2e/orders            | /a/orders
          /a/%252e%252e/orders     | /a/%2e%2e/orders
          /a%253Bb                 | /a%3Bb
          /a%3Bb=c                 | /a;b=c
          /prices/a%2fb            | /prices/a%2Fb
          /prices/x%2F..%2Fadmin   | /prices/x%2F..%2Fadmin
          /prices/..%2Fadmin       | /prices/..%2Fadmin
          /a%5cb                   | /a\\b
          /gr%C3%B6%c3%9fe         | /größe
          /%E2%82%AC               | /€
          /%F0%9F%98%80            | /😀
          /größe                   | /größe
          /%C0%AE%C0%AE/x          | /%C0%AE%C0%AE/x
          /%C0%AF                  | /%C0%AF
          /%E0%80%AF               | /%E0%80%AF
          /%F0%80%80%AF            | /%F0%80%80%AF
          /%ED%A0%80               | /%ED%A0%80
          /%F4%90%80%80            | /%F4%90%80%80
          /%FF%fe                  | /%FF%fe
          /%C3                     | /%C3
          /%C3%41                  | /%C3A
          /%C3/%B6                 | /%C3/%B6
          /a%00b                   | /a%00b
          /100%                    | /100%
          /100%2                   | /100%2
          /%zz%41                  | /%zzA
          /%u0041                  | /%u0041
          /%٠٠                     | /%٠٠
          /.well-known/x           | /.well-known/x
          /.../x                   | /.../x
          /a..b/..c/d..            | /a..b/..c/d..
          """)
  void givesOneSpelling(String raw, String expected) {
    assertThat(PathNormalizer.normalize(raw)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          '',      /orders/17,  -,           /orders/17
          '',      '',          /orders/17,  /orders/17
          '',      /orders,     /17,         /orders/17
          /shop,   /orders,     /17,         /shop/orders/17
          /shop,   '',          -,           /shop
          /shop,   '',          /,           /shop/
          '',      '',          -,           /
          -,       -,           -,           /
          '',      /,           -,           /
          '',      /orders/,    /17,         /orders/17
          '',      //orders,    //17,        /orders/17
          '',      /orders,     /./17,       /orders/17
          '',      /api,        /../orders,  /api/orders
          '',      /api,        /x/../y,     /api/y
          '',      /api,        /..,         /api/
          /shop,   /../x,       -,           /shop/x
          /%73hop, /x,          -,           /shop/x
          //shop,  /x,          -,           /shop/x
          /a/../shop;v=1, /x,   -,           /shop/x
          /shop/,  /x,          -,           /shop/x
          '',      /%2e%2e/x,   -,           /%2e%2e/x
          '',      /a%41;b,     -,           /a%41;b
          '',      /orders,     //,          /orders/
          '',      orders,      17,          /orders/17
          """)
  void joinsWhatTheContainerDecoded(String context, String servlet, String info, String expected) {
    assertThat(PathNormalizer.servletPath(context, servlet, info)).isEqualTo(expected);
  }

  @Test
  void cleanPathIsGivenBack() {
    String path = new String("/orders/17");
    assertThat(PathNormalizer.normalize(path)).isSameAs(path);
    assertThat(PathNormalizer.servletPath("", path, null)).isSameAs(path);
    assertThat(PathNormalizer.servletPath(null, "", path)).isSameAs(path);
  }

  @Test
  void whatIsDecodedStaysWithinOneSegment() {
    long seed = 7_346_121L;
    Random random = new Random(seed);
    String[] atoms = {
      "/", "a", ".", "..", "%", "%2", "%2e", "%2f", "%25", "%c0", "%af", ";", "%00"
    };
    for (int round = 0; round < 50_000; round++) {
      StringBuilder raw = new StringBuilder("/");
      for (int i = random.nextInt(8); i >= 0; i--) {
        raw.append(atoms[random.nextInt(atoms.length)]);
      }
      String path = PathNormalizer.normalize(raw.toString());
      String context = "seed " + seed + ", round " + round + ": " + raw + " -> " + path;
      assertThat(path).as(context).startsWith("/").doesNotContain("//", "/./", "/../");
      assertThat(path).as(context).satisfies(p -> assertThat(p + "/").doesNotContain("/../"));
      assertThat(PathNormalizer.servletPath("", path, null)).as(context).isEqualTo(path);
    }
  }

  @Test
  void longHostilePathTakesLinearTime() {
    String climbing = "/a/..".repeat(200_000);
    assertThat(PathNormalizer.normalize(climbing)).isEqualTo("/");
    assertThat(PathNormalizer.normalize("/a".repeat(200_000) + "/..".repeat(200_000)))
        .isEqualTo("/");
  }
}
