package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventLoopsTest {

  private final EventLoops loops = new EventLoops();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "vert.x-eventloop-thread-0",
        "reactor-http-nio-2",
        "nioEventLoopGroup-3-1",
        "multiThreadIoEventLoopGroup-2-1",
        "HttpClient-1-SelectorManager"
      })
  void eventLoopIsNeverParked(String name) throws Exception {
    assertThat(mayPark(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http-nio-8080-exec-1", "main", "HttpClient-1-Worker-3", "vert.x-worker-thread-1"})
  void workerMayWait(String name) throws Exception {
    assertThat(mayPark(name)).isTrue();
  }

  private boolean mayPark(String name) throws Exception {
    FutureTask<Boolean> answer = new FutureTask<>(loops::mayPark);
    Thread thread = new Thread(answer, name);
    thread.start();
    thread.join();
    return answer.get();
  }

  @Test
  void threadThatSaysSoIsNeverParked() throws Exception {
    FutureTask<Boolean> answer = new FutureTask<>(loops::mayPark);
    Thread thread = new reactor.core.scheduler.LoopThread(answer);
    thread.start();
    thread.join();
    assertThat(answer.get()).isFalse();
  }
}
