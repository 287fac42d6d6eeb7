package dev.weir.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.bridge.Bridge;
import dev.weir.bridge.Call;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.function.Supplier;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rules see what they are to see. */
class AdviceClassTest {

  private final AdviceClass faulty = read(Faulty.class);

  @Test
  void everyFaultIsSeen() {
    assertThat(faulty.isAdvice()).isTrue();
    assertThat(faulty.unsuppressed()).containsExactly("exit");
    assertThat(faulty.failingClosed()).singleElement().asString().contains("OnDefaultValue");
    assertThat(faulty.dynamic()).singleElement().asString().contains("LambdaMetafactory");
    assertThat(faulty.invisible()).anyMatch(fault -> fault.contains("Faulty"));
    assertThat(faulty.weirLocals()).anyMatch(fault -> fault.contains("Call"));
    assertThat(faulty.bridgeBypassed()).singleElement().asString().endsWith("Call.end");
  }

  @Test
  void methodsThatAreNotCopiedMayDoAsTheyLike() {
    assertThat(read(AdviceClassTest.class).isAdvice()).isFalse();
    assertThat(faulty.invisible()).noneMatch(fault -> fault.startsWith("own"));
  }

  private static AdviceClass read(Class<?> type) {
    URL file =
        type.getResource(type.getName().substring(type.getPackageName().length() + 1) + ".class");
    assertThat(file).isNotNull();
    try {
      return AdviceClass.read(Path.of(file.toURI()));
    } catch (URISyntaxException failure) {
      throw new IllegalStateException(failure);
    }
  }

  static final class Faulty {

    private Faulty() {}

    @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnDefaultValue.class)
    static @Nullable Object enter() {
      Supplier<Object> lambda = Object::new;
      return own(lambda);
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Enter @Nullable Object token) {
      Call call = Bridge.async(token, 0);
      if (call != null) {
        call.end(null, 0);
      }
    }

    static @Nullable Object own(Supplier<Object> supplier) {
      return new Faulty().equals(supplier.get()) ? null : supplier.get();
    }
  }
}
