package example.method;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Methods of an application, of every shape that advice meets. */
@Guarded
public class PriceService {

  public static int bodies;

  public int query(String sku, int amount) {
    bodies++;
    return amount * 2;
  }

  public long total(long a, double b, byte[] c) {
    bodies++;
    return a;
  }

  public static String describe(String sku) {
    bodies++;
    return "price of " + sku;
  }

  public Optional<String> find(String sku) {
    bodies++;
    return Optional.of(sku);
  }

  public List<String> list() {
    bodies++;
    return List.of("a");
  }

  public Map<String, Integer> map() {
    bodies++;
    return Map.of("a", 1);
  }

  public String[] array() {
    bodies++;
    return new String[] {"a"};
  }

  public void fire() {
    bodies++;
  }

  public int fail(int code) {
    bodies++;
    throw new IllegalStateException("code " + code);
  }

  public CompletableFuture<String> later(CompletableFuture<String> result) {
    bodies++;
    return result;
  }

  public CompletionStage<String> stage() {
    bodies++;
    return CompletableFuture.completedFuture("now");
  }

  public String recurse(int depth) {
    bodies++;
    return depth == 0 ? "end" : recurse(depth - 1);
  }

  String hidden() {
    bodies++;
    return "package-private";
  }

  public static int sizes() {
    return Size.values().length + Size.valueOf("LARGE").name().length();
  }

  public static String size() {
    return Size.largest().name();
  }

  @Override
  public int hashCode() {
    return 7;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PriceService;
  }
}
