package dev.weir.core.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IpAddressTest {

  private static final int SCHEDULES = 10_000;

  @ParameterizedTest
  @CsvSource({
    "192.0.2.7, 192.0.2.7",
    "0.0.0.0, 0.0.0.0",
    "255.255.255.255, 255.255.255.255",
    "::ffff:192.0.2.7, 192.0.2.7",
    "::FFFF:c000:0207, 192.0.2.7",
    "0:0:0:0:0:ffff:192.0.2.7, 192.0.2.7",
    "::, ::",
    "::1, ::1",
    "1::, 1::",
    "0:0:0:0:0:0:0:1, ::1",
    "2001:DB8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "2001:0db8::0007, 2001:db8::7",
    "fe80::1%eth0, fe80::1",
    "64:ff9b::192.0.2.33, 64:ff9b::c000:221",
    "1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
  })
  void address(String text, String shown) {
    assertThat(IpAddress.parse(text)).hasToString(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        ":",
        ":::",
        "1",
        "1.2.3",
        "1.2.3.",
        ".1.2.3",
        "1.2.3.4.",
        "1.2.3.4.5",
        "1.2.3.256",
        "1.2.3.0004",
        "01.2.3.4",
        "1.2.3.4 ",
        " 1.2.3.4",
        "+1.2.3.4",
        "0x1.2.3.4",
        "\u0661.2.3.4",
        "1.2.3.4:80",
        "unknown",
        "_hidden",
        "localhost",
        "2001:db8",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7:8::",
        "::1:2:3:4:5:6:7:8",
        "1::2::3",
        ":1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:",
        "12345::",
        "g::",
        "\uff11::",
        "[::1]",
        "1.2.3.4::",
        "::1.2.3",
        "1:2:3:4:5:6:7:1.2.3.4",
      })
  void noAddress(String text) {
    assertThat(IpAddress.parse(text)).isNull();
  }

  /** The JDK reads the same, of what it reads without looking up a name. */
  @Test
  void everyAddressIsReadAsTheJdkReadsIt() throws UnknownHostException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < SCHEDULES; i++) {
      byte[] bytes = new byte[random.nextInt(4) == 0 ? 4 : 16];
      for (int b = 0; b < bytes.length; b++) {
        bytes[b] = (byte) (random.nextBoolean() ? 0 : random.nextInt(256));
      }
      InetAddress jdk = InetAddress.getByAddress(bytes);
      IpAddress ours = Objects.requireNonNull(IpAddress.parse(jdk.getHostAddress()));
      assertThat(InetAddress.getByName(ours.toString()))
          .as("seed %d, %s", seed, jdk)
          .isEqualTo(jdk);
      assertThat(IpAddress.parse(ours.toString())).as("seed %d, %s", seed, jdk).isEqualTo(ours);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.0.1, true",
    "10.0.0.0/8, 11.0.0.0, false",
    "10.0.0.0/8, ::ffff:10.1.2.3, true",
    "10.0.0.0/8, ::10.1.2.3, false",
    "::ffff:10.0.0.0/104, 10.1.2.3, true",
    "192.0.2.7, 192.0.2.7, true",
    "192.0.2.7, 192.0.2.6, false",
    "192.0.2.6/31, 192.0.2.7, true",
    "0.0.0.0/0, 255.1.2.3, true",
    "0.0.0.0/0, ::1, false",
    "::/0, 2001:db8::1, true",
    "::/0, 10.0.0.1, false",
    "fd00::/8, fdff::1, true",
    "fd00::/8, fe00::1, false",
    "2001:db8::/63, 2001:db8:0:1:ffff::, true",
    "2001:db8::/64, 2001:db8:0:1::, false",
    "2001:db8::/65, 2001:db8:0:0:7fff::, true",
    "2001:db8::/65, 2001:db8:0:0:8000::, false",
    "::1, ::1, true",
    "::1, ::2, false",
  })
  void range(String range, String address, boolean inside) {
    assertThat(AddressRange.parse(range).contains(Objects.requireNonNull(IpAddress.parse(address))))
        .isEqualTo(inside);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "proxy.internal | is no range of addresses; write e.g. 10.0.0.0/8, fd00::/8 or 192.0.2.7"
            + " (names are not looked up)",
        "10.0.0/8 | is no range of addresses; write e.g. 10.0.0.0/8, fd00::/8 or 192.0.2.7 (names"
            + " are not looked up)",
        "fe80::1%eth0 | is no range of addresses; write e.g. 10.0.0.0/8, fd00::/8 or 192.0.2.7"
            + " (names are not looked up)",
        "10.0.0.1/8 | has bits set behind its prefix; write 10.0.0.0/8",
        "2001:db8::1/32 | has bits set behind its prefix; write 2001:db8::/32",
        "10.0.0.0/33 | has no prefix of IPv4, which is 0 to 32; write e.g. 10.0.0.0/8, fd00::/8 or"
            + " 192.0.2.7",
        "10.0.0.0/ | has no prefix of IPv4, which is 0 to 32; write e.g. 10.0.0.0/8, fd00::/8 or"
            + " 192.0.2.7",
        "10.0.0.0/255.0.0.0 | has no prefix of IPv4, which is 0 to 32; write e.g. 10.0.0.0/8,"
            + " fd00::/8 or 192.0.2.7",
        "fd00::/129 | has no prefix of IPv6, which is 0 to 128; write e.g. 10.0.0.0/8, fd00::/8 or"
            + " 192.0.2.7",
      })
  void noRange(String text, String message) {
    assertThatThrownBy(() -> AddressRange.parse(text)).hasMessage(message);
  }

  /** Against the comparison of single bits. */
  @Test
  void everyRangeHoldsWhatBeginsAlike() throws UnknownHostException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < SCHEDULES; i++) {
      byte[] first = new byte[random.nextBoolean() ? 4 : 16];
      random.nextBytes(first);
      first[0] |= (byte) 0x40; // no IPv4 in IPv6, which is a range of IPv4
      int prefix = random.nextInt(first.length * 8 + 1);
      for (int bit = prefix; bit < first.length * 8; bit++) {
        first[bit / 8] &= (byte) ~(0x80 >> bit % 8);
      }
      byte[] other = first.clone();
      for (int flips = random.nextInt(4); flips > 0; flips--) {
        int bit = random.nextInt(other.length * 8);
        other[bit / 8] ^= (byte) (0x80 >> bit % 8);
      }
      boolean alike = true;
      for (int bit = 0; bit < prefix; bit++) {
        alike &= ((first[bit / 8] ^ other[bit / 8]) & 0x80 >> bit % 8) == 0;
      }
      if (prefix == 0 && first[0] != 0) {
        continue;
      }
      String range = InetAddress.getByAddress(first).getHostAddress() + '/' + prefix;
      String address = InetAddress.getByAddress(other).getHostAddress();
      assertThat(
              AddressRange.parse(range).contains(Objects.requireNonNull(IpAddress.parse(address))))
          .as("seed %d: %s in %s", seed, address, range)
          .isEqualTo(alike);
    }
  }
}
