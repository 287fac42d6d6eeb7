package dev.weir.core.breaker;

/**
 * The way of many libraries, to compare with: counts begin anew each second, and from the fifth
 * call that ends in it on, half of them being slow opens.
 */
final class FreshSecondJudge implements Traffic.Judge {

  private static final int MIN_CALLS = 5;

  private long second;
  private int total;
  private int slow;
  private boolean open;

  @Override
  public void reset(long now) {
    second = -1;
    open = false;
  }

  @Override
  public long begin(long now) {
    return 0;
  }

  @Override
  public void end(long permit, long start, long now, boolean isSlow) {
    if (now / Traffic.SECOND != second) {
      second = now / Traffic.SECOND;
      total = 0;
      slow = 0;
    }
    total++;
    slow += isSlow ? 1 : 0;
    open |= total >= MIN_CALLS && 2 * slow >= total;
  }

  @Override
  public boolean isOpen() {
    return open;
  }
}
