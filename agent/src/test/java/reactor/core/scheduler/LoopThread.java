package reactor.core.scheduler;

/** A thread that Reactor marks. */
public class LoopThread extends Thread implements NonBlocking {

  public LoopThread(Runnable task) {
    super(task);
  }
}
