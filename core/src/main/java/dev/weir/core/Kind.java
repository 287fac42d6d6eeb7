package dev.weir.core;

import java.util.Locale;

/** The kinds of calls that can be guarded; the scheme of every resource name. */
public enum Kind {
  WEB,
  HTTP,
  SQL,
  METHOD;

  private final String scheme = name().toLowerCase(Locale.ROOT);

  /** What stands before the colon of a resource name, e.g. {@code web}. */
  public String scheme() {
    return scheme;
  }
}
