package dev.weir.agent.config;

import dev.weir.core.keys.KeyTable;
import dev.weir.core.rules.IpAddress;
import dev.weir.core.rules.KeyPart;
import dev.weir.core.rules.KeyPart.Source;
import dev.weir.core.rules.KeyPattern;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * For which values an override is: one, or with several parts one or {@code *} for each. A value is
 * read into the form in which calls have it; one that no call can have is an error.
 */
final class OverrideValues {

  private final List<KeyPart> per;

  OverrideValues(List<KeyPart> per) {
    this.per = per;
  }

  /**
   * As a {@link dev.weir.core.rules.Keying} has it.
   *
   * @throws IllegalArgumentException with what to tell the user after the value
   */
  String read(String written) {
    if (written.length() > KeyTable.MAX_KEY_LENGTH) {
      throw new IllegalArgumentException(
          "is too long; at most " + KeyTable.MAX_KEY_LENGTH + " characters");
    }
    for (int i = 0; i < written.length(); i++) {
      if (Character.isISOControl(written.charAt(i))) {
        throw new IllegalArgumentException("has a control character");
      }
    }
    return per.size() == 1 ? value(per.get(0), written) : pattern(written).toString();
  }

  private KeyPattern pattern(String written) {
    KeyPattern pattern = KeyPattern.parse(written);
    if (pattern.size() != per.size()) {
      int size = pattern.size();
      throw new IllegalArgumentException(
          "names "
              + size
              + (size == 1 ? " value" : " values")
              + ", but per has "
              + per.size()
              + " parts; write "
              + form()
              + ", with * for any"
              + (size > per.size() ? " (a comma inside a value is written \\,)" : ""));
    }
    if (pattern.named() == 0) {
      throw new IllegalArgumentException(
          "is for all values, as the limit of the rule itself; name at least one");
    }
    for (int i = 0; i < per.size(); i++) {
      if (!pattern.isAny(i)) {
        if (pattern.value(i).isEmpty()) {
          throw new IllegalArgumentException(
              "has no value for " + per.get(i) + "; write one, or * for any");
        }
        pattern = pattern.with(i, value(per.get(i), pattern.value(i)));
      }
    }
    return pattern;
  }

  /** How the values are written. */
  private String form() {
    StringBuilder form = new StringBuilder();
    for (KeyPart part : per) {
      form.append(form.length() == 0 ? "<" : ", <").append(part).append('>');
    }
    return form.toString();
  }

  private static String value(KeyPart part, String value) {
    if (part.source() == Source.HOST && hasUpperCase(value)) {
      throw new IllegalArgumentException("hosts are lower-case");
    }
    return part.source() == Source.IP ? address(value) : value;
  }

  private static boolean hasUpperCase(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isUpperCase(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  /** An address of IPv4, or the first 64 bits of one of IPv6. */
  private static String address(String value) {
    int slash = value.indexOf('/');
    @Nullable IpAddress address = IpAddress.parse(slash < 0 ? value : value.substring(0, slash));
    if (address == null) {
      throw new IllegalArgumentException(
          Quoted.of(value) + " is not an address; write e.g. 10.0.0.7 or 2001:db8:0:0::/64");
    }
    if (address.isV4()) {
      if (slash >= 0) {
        throw new IllegalArgumentException(
            "each address of IPv4 has counters of its own; write " + address + ", without a range");
      }
      return address.toString();
    }
    String network = address.network() + "::/64";
    if (slash < 0 || !value.substring(slash).equals("/64")) {
      throw new IllegalArgumentException(
          "of IPv6 the first 64 bits have counters of their own; write " + network);
    }
    return network;
  }
}
