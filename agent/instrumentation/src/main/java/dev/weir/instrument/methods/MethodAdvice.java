package dev.weir.instrument.methods;

import dev.weir.bridge.Bridge;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * Around a method whose call ends when it returns. Reads arguments, which makes an array of them,
 * only for a call that is refused or told apart by them.
 */
final class MethodAdvice {

  private MethodAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
  static @Nullable Object enter(
      @CallSite int site,
      @Advice.Origin Class<?> type,
      @Advice.AllArguments Object[] arguments,
      @Advice.Local("token") @Nullable Object token,
      @Advice.Local("start") long start) {
    Object chain = Bridge.method(site);
    if (chain == null) {
      return null;
    }
    start = System.nanoTime();
    token = Bridge.enter(chain, start, Bridge.wantsSource(chain) ? arguments : null);
    return Bridge.refused(token) ? Bridge.answerMethod(token, site, type, arguments) : null;
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void exit(
      @Advice.Enter @Nullable Object answer,
      @Advice.Local("token") @Nullable Object token,
      @Advice.Local("start") long start,
      @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) @Nullable Object returned,
      @Advice.Thrown(readOnly = false) @Nullable Throwable thrown) {
    if (answer == null) {
      Bridge.exit(token, start, thrown, 0);
      return;
    }
    thrown = Bridge.thrown(answer);
    if (thrown == null) {
      returned = Bridge.value(answer);
    }
  }
}
