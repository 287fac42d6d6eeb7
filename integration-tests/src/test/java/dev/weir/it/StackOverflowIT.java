package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * A recursion without an end runs out of stack in Weir's own code as well: on the way in, where the
 * call goes on unguarded and is counted as a failure; and on the way out, where the JVM lends a
 * page of stack so that the call is ended. What is left are overflows in the very step from the
 * application's code into Weir's: without the lent page 1 in 15 leaves a call inside, with it fewer
 * than 1 in 20.
 */
class StackOverflowIT {

  @Test
  void almostNothingStaysInside() {
    Launch launch =
        Launch.plainApp()
            .rules(
                """
                weir: 1
                resources:
                  - name: recurse
                    match: "method:com.acme.app.PriceService#recurse"
                    flow: {limit: 1000000000/s}
                """);
    ForkedApp app = launch.start();
    try {
      for (int run = 0; run < 20; run++) {
        assertThat(app.call(Groups.METHODS, "overflow", "50").value()).isEqualTo("50");
      }
      Statistics counts = app.statistics();
      System.out.println(
          "Stack overflows: 1000, calls "
              + counts.passed()
              + ", inside afterwards: "
              + counts.inFlight()
              + ", failures kept from the application: "
              + counts.suppressedFailures());
      assertThat(counts.inFlight()).isLessThan(50);
    } finally {
      app.kill();
    }
  }
}
