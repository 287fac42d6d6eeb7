package com.acme.shop;

import java.util.ArrayList;
import java.util.List;

/** What else a buyer of a product may like. A plain class: no framework, no interface. */
public final class Recommendations {

  public List<String> forSku(String sku) {
    List<String> others = new ArrayList<>(Catalogue.SKUS);
    others.remove(sku);
    others.sort((a, b) -> Integer.compare(affinity(sku, b), affinity(sku, a)));
    return List.copyOf(others.subList(0, 3));
  }

  /** Stands for a model that takes its time. */
  private static int affinity(String sku, String other) {
    int score = 0;
    for (int i = 0; i < 1000; i++) {
      score = 31 * score + sku.hashCode() * i + other.hashCode();
    }
    return score;
  }
}
