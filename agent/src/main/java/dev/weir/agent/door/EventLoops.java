package dev.weir.agent.door;

import dev.weir.core.Waiting;
import org.jspecify.annotations.Nullable;

/**
 * Which threads serve many connections at once and so must never be parked. They are known by the
 * names of their classes and by their own: what they run, Weir does not see.
 */
public final class EventLoops implements Waiting {

  private static final String[] TYPES = {
    "reactor.core.scheduler.NonBlocking",
    "jdk.internal.net.http.HttpClientImpl$SelectorManager",
    "org.xnio.nio.WorkerThread",
  };

  private static final String[] NAMES = {
    "vert.x-eventloop-",
    "reactor-http-",
    "nioEventLoopGroup-",
    "epollEventLoopGroup-",
    "kqueueEventLoopGroup-",
    "multiThreadIoEventLoopGroup-",
    "ioEventLoopGroup-",
    "AsyncHttpClient-",
  };

  private final ClassValue<Boolean> loops =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return isLoop(type);
        }
      };

  @Override
  public boolean mayPark() {
    Thread thread = Thread.currentThread();
    return !loops.get(thread.getClass()) && !isNameOfLoop(thread.getName());
  }

  private static boolean isLoop(@Nullable Class<?> type) {
    if (type == null || type == Thread.class) {
      return false;
    }
    for (String loop : TYPES) {
      if (type.getName().equals(loop)) {
        return true;
      }
    }
    for (Class<?> implemented : type.getInterfaces()) {
      if (isLoop(implemented)) {
        return true;
      }
    }
    return isLoop(type.getSuperclass());
  }

  static boolean isNameOfLoop(String name) {
    for (String loop : NAMES) {
      if (name.startsWith(loop)) {
        return true;
      }
    }
    // The JDK's client: HttpClient-1-SelectorManager.
    return name.startsWith("HttpClient-") && name.endsWith("-SelectorManager");
  }
}
