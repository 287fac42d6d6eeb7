package dev.weir.core.rules;

/**
 * What splits the calls of an entry: each distinct value has counters of its own.
 *
 * @param name of the header, query parameter or cookie; the number of the argument, from 0; empty
 *     for the others
 */
public record KeyPart(Source source, String name) {

  /** Where the value is found. */
  public enum Source {
    /** The name of the call. */
    RESOURCE("resource"),
    /** The address of the client. */
    IP("ip"),
    /** Who is calling. */
    CALLER("caller"),
    /** The host that is called. */
    HOST("host"),
    /** An argument of the method. */
    ARGUMENT("arg:"),
    /** A header of the request. */
    HEADER("header:"),
    /** A parameter in the query of the request; never one in its body. */
    QUERY("query:"),
    /** A cookie of the request. */
    COOKIE("cookie:");

    private final String prefix;

    Source(String prefix) {
      this.prefix = prefix;
    }

    /** The whole word, or what stands before the name. */
    public String prefix() {
      return prefix;
    }
  }

  /** As the rule file words it: {@code header:X-Tenant}. */
  @Override
  public String toString() {
    return source.prefix() + name;
  }
}
