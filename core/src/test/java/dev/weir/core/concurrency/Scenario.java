package dev.weir.core.concurrency;

/**
 * A service and its load, for {@link SimulatedService}. It has half of its capacity from 60 s to
 * 120 s.
 *
 * @param serviceNanos mean time of a call in the service, without any queue
 * @param workers that serve one call each
 * @param halving what becomes half
 * @param spread of service times
 * @param load of open clients: what they ask for, of the full capacity; 0 for closed ones
 * @param clients closed ones: each waits for its answer, thinks, and asks again
 * @param queue calls that the service lets wait before it answers 503; any number if it is large
 */
record Scenario(
    String name,
    long serviceNanos,
    int workers,
    Halving halving,
    Spread spread,
    double load,
    int clients,
    int queue) {

  static final long SECOND = 1_000_000_000;
  static final long PHASE = 60 * SECOND;

  /** Of the service's capacity. */
  enum Halving {
    /** Half of the workers are gone. */
    WORKERS,
    /** Each call takes twice as long. */
    SPEED
  }

  /** Of service times around their mean. */
  enum Spread {
    /** Uniform within 20 %. */
    STEADY,
    EXPONENTIAL,
    /** Lognormal, standard deviation twice the mean. */
    WILD,
    /** Exponential, and every ten seconds all stands still for 200 ms. */
    PAUSES
  }

  static Scenario open(String name, long millis, int workers, Halving halving, double load) {
    return new Scenario(
        name, millis * 1_000_000, workers, halving, Spread.EXPONENTIAL, load, 0, Integer.MAX_VALUE);
  }

  Scenario with(Spread other) {
    return new Scenario(name, serviceNanos, workers, halving, other, load, clients, queue);
  }

  Scenario closed(int number) {
    return new Scenario(name, serviceNanos, workers, halving, spread, 0, number, queue);
  }

  Scenario queue(int places) {
    return new Scenario(name, serviceNanos, workers, halving, spread, load, clients, places);
  }

  boolean halved(long now) {
    return now >= PHASE && now < 2 * PHASE;
  }

  int workers(long now) {
    return halved(now) && halving == Halving.WORKERS ? workers / 2 : workers;
  }

  double slowness(long now) {
    return halved(now) && halving == Halving.SPEED ? 2 : 1;
  }

  /** What an answer must not exceed to be good: five times the latency without load. */
  long goodNanos(long now) {
    return (long) (5 * serviceNanos * slowness(now));
  }
}
