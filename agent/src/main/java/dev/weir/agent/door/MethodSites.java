package dev.weir.agent.door;

import dev.weir.core.Engine;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The numbered call sites of guarded methods. A number stands as a constant in woven code, so it is
 * never given to another method. Safe for use by many threads.
 */
public final class MethodSites {

  private final Engine engine;
  private final Map<MethodSite, Integer> numbers = new HashMap<>();
  private volatile MethodSite[] sites = new MethodSite[16];

  public MethodSites(Engine engine) {
    this.engine = engine;
  }

  /** The site's number, the same for an equal site. */
  int number(MethodSite site, List<String> annotations) {
    synchronized (numbers) {
      Integer known = numbers.get(site);
      if (known != null) {
        return known;
      }
      int number = engine.site(site.className(), site.method(), site.parameterTypes(), annotations);
      MethodSite[] grown = sites;
      if (number >= grown.length) {
        grown = Arrays.copyOf(grown, Math.max(number + 1, grown.length * 2));
      }
      grown[number] = site;
      sites = grown; // the volatile write publishes the element too
      numbers.put(site, number);
      return number;
    }
  }

  MethodSite get(int number) {
    return sites[number];
  }

  /**
   * A guarded method. Loaders are left out on purpose: the same method in two loaders shares its
   * entry's budget.
   *
   * @param parameterTypes as in source, erased
   * @param returnType as in source, erased
   */
  record MethodSite(
      String className, String method, List<String> parameterTypes, String returnType) {

    MethodSite {
      parameterTypes = List.copyOf(parameterTypes);
    }

    boolean returnsStage() {
      return returnType.equals("java.util.concurrent.CompletionStage")
          || returnType.equals("java.util.concurrent.CompletableFuture");
    }
  }
}
