package dev.weir.instrument.methods;

import dev.weir.bridge.Bridge;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * The exit of a method whose call ends when the stage it returned completes; enters as {@link
 * MethodAdvice} does.
 */
final class StageMethodAdvice {

  private StageMethodAdvice() {}

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void exit(
      @Advice.Enter @Nullable Object answer,
      @Advice.Local("token") @Nullable Object token,
      @Advice.Local("start") long start,
      @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object returned,
      @Advice.Thrown(readOnly = false) @Nullable Throwable thrown) {
    if (answer == null) {
      Bridge.exitStage(token, start, returned, thrown);
      return;
    }
    thrown = Bridge.thrown(answer);
    if (thrown == null) {
      returned = Bridge.value(answer);
    }
  }
}
