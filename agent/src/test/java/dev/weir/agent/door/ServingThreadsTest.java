package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.Inbound;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ServingThreadsTest {

  private final ServingThreads threads = new ServingThreads();

  @Test
  void threadServesNothingBeforeAndAfterARequest() {
    assertThat(threads.current()).isNull();
    Serving request = request("/a");
    Object before = Objects.requireNonNull(threads.serve(request));
    assertThat(threads.current()).isSameAs(request);
    threads.served(before);
    assertThat(threads.current()).isNull();
  }

  @Test
  void whatIsFurtherInOfTheSameRequestChangesNothing() {
    Serving request = request("/a");
    Object before = Objects.requireNonNull(threads.serve(request));
    assertThat(threads.serve(request)).as("a forward").isNull();
    assertThat(threads.current()).isSameAs(request);
    threads.served(before);
    assertThat(threads.current()).isNull();
  }

  @Test
  void requestInsideARequestGivesTheOuterOneBack() {
    List<Serving> requests = new ArrayList<>();
    List<Object> befores = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      requests.add(request("/a")); // alike, and yet another one
      befores.add(Objects.requireNonNull(threads.serve(requests.get(i))));
    }
    for (int i = 4; i >= 0; i--) {
      assertThat(threads.current()).isSameAs(requests.get(i));
      threads.served(befores.get(i));
    }
    assertThat(threads.current()).isNull();
  }

  @Test
  void attributeOfARequestThatNobodyAskedForServesNothing() {
    assertThat(threads.serve("dev.weir.seen")).isNull();
    assertThat(threads.current()).isNull();
  }

  @Test
  void otherThreadsServeNothing() {
    threads.serve(request("/a"));
    assertThat(CompletableFuture.supplyAsync(() -> threads.current() == null).join()).isTrue();
  }

  /** Applications print the attributes of a request. */
  @Test
  void nothingOfTheRequestIsPrinted() {
    assertThat(request("/secret")).hasToString("seen");
  }

  private static Serving request(String path) {
    return new Serving(new Inbound("GET", path), "app");
  }
}
