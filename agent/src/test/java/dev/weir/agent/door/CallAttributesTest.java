package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallAttributesTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "uid=7, 7",
        "a=1&uid=7&uid=8, 7",
        "uid, ''",
        "uid=, ''",
        "a=uid&b, -",
        "uidx=1, -",
        "%75id=%37+8, 7 8",
        "uid=%zz, %zz",
        "'', -",
        "-, -",
        "&&uid=7&, 7",
        "a&uid=7=8, 7=8",
      })
  void parameterIsReadFromTheQueryAlone(String query, String value) {
    assertThat(QueryText.value(query, "uid")).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "192.0.2.7, 192.0.2.7",
        "2001:db8:0:1:2:3:4:5, 2001:db8:0:1::/64",
        "2001:0DB8:0000:0001:ffff::1, 2001:db8:0:1::/64",
        "2001:db8::5, 2001:db8:0:0::/64",
        "::1, 0:0:0:0::/64",
        "0:0:0:0:0:0:0:1, 0:0:0:0::/64",
        "fe80::1%eth0, fe80:0:0:0::/64",
        "[2001:db8::5], 2001:db8:0:0::/64",
        "1::2:3:4:5:6, 1:0:0:2::/64",
        "::ffff:192.0.2.7, 192.0.2.7",
        "unknown, unknown",
        "'', -",
        "-, -",
      })
  void addressesOfOneOwnerAreOneKey(String address, String key) {
    assertThat(ClientAddress.key(address)).isEqualTo(key);
  }
}
