package dev.weir.core.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds what judges a call: the entries whose patterns match it, composed once for each set of
 * entries that occurs. Immutable to its users, safe for use by many threads.
 *
 * <p>All look-ups give null where nothing judges the call: no entry holds, or it is exempt.
 *
 * @param <T> what judges a call
 */
public final class ResourceIndex<T> {

  public ResourceIndex(RuleSet rules, Composer<T> composer) {}

  public @Nullable T web(String method, String path, boolean preflight) {
    return null;
  }

  public @Nullable T http(String method, String host, int port, String path) {
    return null;
  }

  public @Nullable T sql(@Nullable String database, String verb, @Nullable String table) {
    return null;
  }

  public @Nullable T method(
      String className,
      String methodName,
      List<String> parameterTypes,
      List<String> classAnnotations) {
    return null;
  }
}
