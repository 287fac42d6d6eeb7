package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.rules.AddressRange;
import dev.weir.core.rules.ClientIp;
import dev.weir.core.rules.IpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Proxies are in 10.0.0.0/8 and fd00::/8; the connection comes from 10.0.0.1. */
class ProxyChainTest {

  private static final List<AddressRange> PROXIES =
      List.of(AddressRange.parse("10.0.0.0/8"), AddressRange.parse("fd00::/8"));
  private static final String PLAIN = "X-Forwarded-For";
  private static final String STANDARD = "forwarded";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "192.0.2.7 | 192.0.2.7",
        "198.51.100.9, 192.0.2.7 | 192.0.2.7",
        "198.51.100.9, 192.0.2.7, 10.0.0.2 | 192.0.2.7",
        "198.51.100.9, 192.0.2.7 , 10.0.0.2,10.0.0.3 | 192.0.2.7",
        "10.9.9.9, 192.0.2.7 | 192.0.2.7",
        "10.0.0.4, 10.0.0.2 | 10.0.0.4",
        "192.0.2.7, ::ffff:10.0.0.2 | 192.0.2.7",
        "192.0.2.7, fd00::2 | 192.0.2.7",
        "192.0.2.7:4711 | 192.0.2.7",
        "[2001:db8::7]:4711 | 2001:db8::7",
        "[2001:db8::7] | 2001:db8::7",
        "2001:db8::7 | 2001:db8::7",
        "unknown | 10.0.0.1",
        "192.0.2.7, unknown, 10.0.0.2 | 10.0.0.2",
        "192.0.2.7, 10.0.0.2.3 | 10.0.0.1",
        "'192.0.2.7, , 10.0.0.2,' | 192.0.2.7",
        "'' | 10.0.0.1",
        "',' | 10.0.0.1",
        "'\", 192.0.2.7' | 192.0.2.7",
        "192.0.2.7 10.0.0.2 | 10.0.0.1",
        "for=192.0.2.7 | 10.0.0.1",
      })
  void rightMostUntrustedAddress(String line, String client) {
    assertThat(client(PLAIN, line)).isEqualTo(client);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "for=192.0.2.7 | 192.0.2.7",
        "For=192.0.2.7;proto=https;by=203.0.113.43 | 192.0.2.7",
        "proto=https ; for=\"192.0.2.7:80\" | 192.0.2.7",
        "for=\"[2001:db8:cafe::17]:4711\" | 2001:db8:cafe::17",
        "for=\"[2001:db8:cafe::17]\" | 2001:db8:cafe::17",
        "for=192.0.2.7:_port | 192.0.2.7",
        "for=198.51.100.9, for=192.0.2.7;by=\"a,b;for=1.1.1.1\", for=10.0.0.2 | 192.0.2.7",
        "for=192.0.2.7, for=unknown, for=10.0.0.2 | 10.0.0.2",
        "for=192.0.2.7, for=_hidden | 10.0.0.1",
        "for=192.0.2.7, by=10.0.0.2 | 10.0.0.1",
        "for=192.0.2.7, 10.0.0.2 | 10.0.0.1",
        "for=\"192.0.2.7, for=10.0.0.2 | 10.0.0.2",
        "for=\", for=192.0.2.7 | 192.0.2.7",
        "for=\"\\, for=\"[2001:db8::7]\";proto=http | 2001:db8::7",
        "for=\"192.0.2.\\7\" | 10.0.0.1",
        "for= | 10.0.0.1",
        "for | 10.0.0.1",
        "'' | 10.0.0.1",
      })
  void forwardedOfTheStandard(String line, String client) {
    assertThat(client(STANDARD, line)).isEqualTo(client);
  }

  @Test
  void linesAreOneListInTheirOrder() {
    assertThat(client(PLAIN, "198.51.100.9", "192.0.2.7, 10.0.0.3", "10.0.0.2"))
        .isEqualTo("192.0.2.7");
    assertThat(client(PLAIN)).isEqualTo("10.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(strings = {PLAIN, STANDARD})
  void nobodyIsBelievedWhoIsNotTrusted(String header) {
    ClientIp config = new ClientIp(header, PROXIES);
    IpAddress stranger = address("192.0.2.99");
    assertThat(new ProxyChain(config).client(stranger, List.of("for=1.2.3.4", "1.2.3.4")))
        .isEqualTo(stranger);
  }

  /**
   * Whatever a client writes: proxies add what they see behind it, in the same line or in one of
   * their own, and the client is found.
   */
  @ParameterizedTest
  @ValueSource(strings = {PLAIN, STANDARD})
  void forgedLeftPartGainsNothing(String header) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int schedule = 0; schedule < 10_000; schedule++) {
      String client = random.nextBoolean() ? "192.0.2.7" : "2001:db8::7";
      List<String> lines = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        lines.add(forged(random));
      }
      String called = client;
      for (int hops = random.nextInt(4); hops >= 0; hops--) {
        add(lines, header.equals(STANDARD) ? element(called, random) : called, random);
        called = random.nextBoolean() ? "10.0.0." + random.nextInt(256) : "fd00::" + hops;
      }
      assertThat(client(header, lines.toArray(new String[0])))
          .as("seed %d, schedule %d: %s", seed, schedule, lines)
          .isEqualTo(client);
    }
  }

  private static void add(List<String> lines, String element, Random random) {
    int last = lines.size() - 1;
    if (last < 0 || random.nextInt(3) == 0) {
      lines.add(element);
    } else {
      lines.set(last, lines.get(last) + (random.nextBoolean() ? ", " : ",") + element);
    }
  }

  private static String element(String address, Random random) {
    boolean v6 = address.contains(":");
    String port = random.nextBoolean() ? ":" + random.nextInt(65536) : "";
    String node = (v6 ? '[' + address + ']' : address) + port;
    String quoted = v6 || !port.isEmpty() ? '"' + node + '"' : node;
    return switch (random.nextInt(3)) {
      case 0 -> "for=" + quoted;
      case 1 -> "proto=https;For=" + quoted;
      default -> "for=" + quoted + ";by=\"_a\";host=\"shop.example\"";
    };
  }

  private static String forged(Random random) {
    String[] parts = {
      "\"",
      "\\",
      ",",
      ";",
      "for=",
      "for=\"",
      "1.2.3.4",
      "10.0.0.9",
      "[::1]",
      "[",
      "]",
      " ",
      "=",
      "unknown",
      "_x",
      "fd00::1",
      "\"\"",
      ",,",
      "\t",
      "\u00e9",
      "%2c",
      ":80",
    };
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.append(parts[random.nextInt(parts.length)]);
    }
    return text.toString();
  }

  private static String client(String header, String... lines) {
    ClientIp config = new ClientIp(header, PROXIES);
    return new ProxyChain(config).client(address("10.0.0.1"), List.of(lines)).toString();
  }

  private static IpAddress address(String text) {
    return Objects.requireNonNull(IpAddress.parse(text));
  }
}
