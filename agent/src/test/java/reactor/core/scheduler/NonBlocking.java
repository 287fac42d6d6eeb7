package reactor.core.scheduler;

/** As Reactor marks its threads. */
public interface NonBlocking {}
