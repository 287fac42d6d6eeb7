package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.agent.Failures;
import dev.weir.agent.Log;
import dev.weir.agent.weave.Weaver;
import dev.weir.bridge.Bridge;
import dev.weir.instrument.jdbc.JdbcInstrumentation;
import dev.weir.instrument.jdkhttp.JdkHttpInstrumentation;
import java.lang.instrument.Instrumentation;
import java.util.List;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Weaves clients in this JVM, gives each test a guard of its own, and checks after it that Weir did
 * not fail, but where the test wanted it to.
 */
final class Woven implements BeforeEachCallback, AfterEachCallback {

  private static final Failures FAILURES = weave();

  private ClientGuard guard = new ClientGuard();

  private static Failures weave() {
    assertThat(Bridge.class.getClassLoader()).as("loader of the bridge").isNull();
    Instrumentation instrumentation = ByteBuddyAgent.install();
    Log log = new Log(System.err);
    Failures failures = new Failures(log);
    JdkHttpInstrumentation http = new JdkHttpInstrumentation();
    Weaver weaver = new Weaver(log, failures);
    weaver.follow(List.of(http, new JdbcInstrumentation()), List.of());
    instrumentation.addTransformer(weaver, true);
    weaver.reweave(instrumentation, http::mayMatchLoaded);
    return failures;
  }

  ClientGuard guard() {
    return guard;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    guard = new ClientGuard();
    Bridge.install(guard);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Bridge.install(null);
    if (guard.failing.isEmpty()) {
      assertThat(guard.failures).as("suppressed failures").isEmpty();
    }
    assertThat(FAILURES.skippedClassCount()).as("classes not woven").isZero();
  }
}
