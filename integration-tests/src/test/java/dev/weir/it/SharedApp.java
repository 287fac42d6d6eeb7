package dev.weir.it;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One forked application for all tests of a class, looked at after each of them. */
final class SharedApp implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {

  private final Supplier<Launch> launch;
  private @Nullable ForkedApp app;

  SharedApp(Supplier<Launch> launch) {
    this.launch = launch;
  }

  ForkedApp app() {
    if (app == null) {
      throw new IllegalStateException("not started");
    }
    return app;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    app = launch.get().start();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    app().verify();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (app != null) {
      app.kill();
    }
  }
}
