package dev.weir.agent.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.agent.Log;
import dev.weir.bridge.BlockedException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExceptionsTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Exceptions exceptions =
      new Exceptions(new Log(new PrintStream(said, true, StandardCharsets.UTF_8)));
  private final BlockedException blocked =
      new BlockedException(
          "sql:shop SELECT x refused", "sql:shop SELECT x", "e", "flow", "flow", 1);

  public static class Full extends RuntimeException {
    public Full(String message, Throwable cause) {
      super(message, cause);
    }
  }

  public static class MessageOnly extends Exception {
    public MessageOnly(String message) {
      super(message);
    }
  }

  public static class CauseOnly extends RuntimeException {
    public CauseOnly(Throwable cause) {
      super("wrapped", cause);
    }
  }

  public static class Nothing extends Error {
    public Nothing() {}
  }

  /** Its first constructor loses the cause for good; the second does not. */
  public static class Forgetful extends RuntimeException {
    public Forgetful(String message, Throwable cause) {
      super(message, null);
    }

    public Forgetful(Throwable cause) {
      super(cause);
    }
  }

  public static class Unwilling extends RuntimeException {
    public Unwilling(String message) {
      throw new IllegalStateException("not that way");
    }

    public Unwilling() {}
  }

  /** No cause can ever be given to it. */
  public static class Causeless extends RuntimeException {
    public Causeless(String message) {
      super(message, null);
    }
  }

  public abstract static class Abstract extends RuntimeException {
    public Abstract() {}
  }

  public static class Private extends RuntimeException {
    private Private() {}
  }

  public static class Broken extends RuntimeException {
    static final int BROKEN = Integer.parseInt("x");
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Full.class,
        MessageOnly.class,
        CauseOnly.class,
        Nothing.class,
        Forgetful.class,
        Unwilling.class,
        IllegalStateException.class,
        java.sql.SQLTransientException.class
      })
  void holdsTheRefusalInItsCauseChain(Class<?> type) {
    Throwable made = exceptions.create(type.getName(), blocked, getClass().getClassLoader());

    assertThat(made).isExactlyInstanceOf(type).hasCause(blocked);
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.acme.Missing",
        "java.lang.String",
        "not a name",
        "",
        "dev.weir.agent.door.ExceptionsTest$Causeless",
        "dev.weir.agent.door.ExceptionsTest$Abstract",
        "dev.weir.agent.door.ExceptionsTest$Private",
        "dev.weir.agent.door.ExceptionsTest$Broken"
      })
  void saysOnceWhatCannotBeThrown(String className) {
    for (int i = 0; i < 3; i++) {
      assertThat(exceptions.create(className, blocked, getClass().getClassLoader())).isNull();
    }
    assertThat(said.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
  }

  @Test
  void asksTheLoadersInTurn() {
    ClassLoader blind = ClassLoader.getPlatformClassLoader();

    assertThat(exceptions.create(Full.class.getName(), blocked, null, blind))
        .as("found by the loader of the class path, which is asked last")
        .isInstanceOf(Full.class);
  }
}
