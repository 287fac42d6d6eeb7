package com.acme.app;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One method for each type that {@code return: empty} knows. */
public class OrderRepository {

  public List<String> findList() {
    Hits.count("findList");
    return List.of("a", "b");
  }

  public Set<String> findSet() {
    Hits.count("findSet");
    return Set.of("a");
  }

  public Map<String, String> findMap() {
    Hits.count("findMap");
    return Map.of("a", "b");
  }

  public Optional<String> findOne() {
    Hits.count("findOne");
    return Optional.of("a");
  }

  public String findName() {
    Hits.count("findName");
    return "a";
  }

  public long findCount() {
    Hits.count("findCount");
    return 2;
  }

  public boolean findAny() {
    Hits.count("findAny");
    return true;
  }

  public String[] findArray() {
    Hits.count("findArray");
    return new String[] {"a"};
  }

  public void findNothing() {
    Hits.count("findNothing");
  }

  /** Not matched by {@code find*}. */
  public int size() {
    Hits.count("size");
    return 2;
  }
}
