package com.acme.app;

/** What refused calls may be given instead. */
public final class Fallbacks {

  private Fallbacks() {}

  public static long price(String sku) {
    return -sku.length();
  }

  public static long priceWith(String sku, RuntimeException refusal) {
    return refusal.getClass().getName().equals("dev.weir.bridge.BlockedException")
        ? -1000 - sku.length()
        : -1;
  }

  public static long failing(String sku) {
    throw new IllegalStateException("fallback of " + sku);
  }
}
