package example.method;

/** What an application calls instead. */
public final class Fallbacks {

  private static int calls;

  private Fallbacks() {}

  public static int query(String sku, int amount) {
    return -amount;
  }

  public static Integer unknown(String sku, int amount) {
    calls++;
    return null;
  }

  public static int around(String sku, int amount) {
    calls++;
    return new PriceService().query(sku, amount);
  }

  public static String describe(String sku, Throwable refusal) {
    return sku + ": " + refusal.getMessage();
  }

  static void fire() {
    if (calls++ >= 0) {
      throw new IllegalArgumentException("the fallback's own");
    }
  }

  public static String wrongType(String sku, int amount) {
    return sku;
  }
}
