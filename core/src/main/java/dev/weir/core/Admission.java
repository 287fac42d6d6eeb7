package dev.weir.core;

/**
 * What an admitted call holds until it ends. A call that holds nothing of its own shares it with
 * all such calls of its chain.
 */
public interface Admission {

  /**
   * Ends the call. To be called once, by whichever thread.
   *
   * @param startNanos when it was asked for, as given to the chain
   */
  void exit(long startNanos, Outcome outcome);

  /**
   * The call goes on after the method that began it has returned.
   *
   * @param startNanos when it was asked for, as given to the chain
   * @return what to end it by from now on, instead of this
   */
  Admission detach(long startNanos);
}
