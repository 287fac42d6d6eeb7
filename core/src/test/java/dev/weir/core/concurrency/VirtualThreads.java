package dev.weir.core.concurrency;

import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;

/** Virtual threads where the JVM has them (21 and later), else platform threads. */
final class VirtualThreads {

  private VirtualThreads() {}

  static ThreadFactory factory() {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
      return (ThreadFactory) factory.invoke(builder);
    } catch (NoSuchMethodException e) {
      return Thread::new; // A JVM without them: the test is then one more of platform threads.
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("virtual threads", e);
    }
  }
}
