package dev.weir.core.rules;

/**
 * A value that a request must have: {@code header:X-Tier=trial}.
 *
 * @param part a header, query parameter or cookie
 * @param value the whole of it, case-sensitive
 */
public record RequestValue(KeyPart part, String value) {

  /** As the rule file words it. */
  @Override
  public String toString() {
    return part + "=" + value;
  }
}
