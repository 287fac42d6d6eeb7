package com.acme.pricing;

/**
 * Synchronous methods that cost next to nothing, so that what a guard adds is what is seen. All
 * have the same body; they differ in what the rule file says about them.
 */
public final class PriceService {

  private final Price listPrice = new Price(1995);

  /** No rule and no list names it: it is not woven. */
  public Object unguarded(String sku, int quantity) {
    return quantity > sku.length() ? this : listPrice;
  }

  /** Woven and measured, ruled by nothing. */
  public Object measured(String sku, int quantity) {
    return quantity > sku.length() ? this : listPrice;
  }

  /** Under a limit that is never reached. */
  public Object admitted(String sku, int quantity) {
    return quantity > sku.length() ? this : listPrice;
  }

  /** As {@link #admitted}, with a primitive result. */
  public long admittedLong(String sku, int quantity) {
    return quantity > sku.length() ? 1 : listPrice.cents();
  }

  /** Under three limits that are never reached, in three entries. */
  public Object admittedByThree(String sku, int quantity) {
    return quantity > sku.length() ? this : listPrice;
  }

  /** Observed by a limit that is never reached. */
  public Object observed(String sku, int quantity) {
    return quantity > sku.length() ? this : listPrice;
  }

  /** Observed by a limit that is always exceeded: each call runs and counts as would-block. */
  public Object wouldBlock(String sku, int quantity) {
    return quantity > sku.length() ? this : listPrice;
  }

  /** Always refused, by an exception. */
  public Object refused(String sku, int quantity) {
    return quantity > sku.length() ? this : listPrice;
  }

  /** Always refused, with a value instead. */
  public long refusedWithValue(String sku, int quantity) {
    return quantity > sku.length() ? 1 : listPrice.cents();
  }

  private record Price(long cents) {}
}
