package dev.weir.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.agent.Failures;
import dev.weir.agent.Log;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * How loaded classes are woven anew. The JVM is a stand-in here: a real one has no class that it
 * refuses to retransform on demand.
 */
final class WeaverTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8));
  private final Failures failures = new Failures(log);
  private final List<List<Class<?>>> asked = new ArrayList<>();
  private final List<Class<?>> loaded = new ArrayList<>(List.of(String.class, List.class));

  /** The JVM walks all its classes and code each time: a hundred times took a second. */
  @Test
  void loadedClassesAreWovenAnewTogether() {
    reweave(Long.class);
    assertThat(asked).containsExactly(List.of(String.class, List.class));
  }

  @Test
  void aClassThatCannotBeWovenAnewKeepsNoOtherFromIt() {
    loaded.add(Integer.class);
    reweave(List.class);
    assertThat(asked).contains(List.of(String.class)).contains(List.of(Integer.class));
    assertThat(failures.skippedClassCount()).isEqualTo(1);
    assertThat(said.toString(StandardCharsets.UTF_8)).containsOnlyOnce("java.util.List");
  }

  @Test
  void aClassThatWasJustBeingLoadedIsWovenAnewToo() {
    Instrumentation jvm = jvm(Long.class);
    new Weaver(log, failures)
        .reweave(
            jvm,
            type -> {
              if (loaded.size() == 2) {
                loaded.add(Integer.class); // after the others were listed
              }
              return true;
            });
    assertThat(asked).containsExactly(List.of(String.class, List.class), List.of(Integer.class));
  }

  private void reweave(Class<?> refused) {
    new Weaver(log, failures).reweave(jvm(refused), type -> true);
  }

  private Instrumentation jvm(Class<?> refused) {
    return (Instrumentation)
        Proxy.newProxyInstance(
            WeaverTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getAllLoadedClasses" -> loaded.toArray(new Class<?>[0]);
                  case "isModifiableClass" -> true;
                  case "retransformClasses" -> {
                    List<Class<?>> types = List.of((Class<?>[]) arguments[0]);
                    asked.add(types);
                    if (types.contains(refused)) {
                      throw new UnsupportedOperationException("by the test");
                    }
                    yield null;
                  }
                  default -> throw new IllegalArgumentException(method.getName());
                });
  }
}
