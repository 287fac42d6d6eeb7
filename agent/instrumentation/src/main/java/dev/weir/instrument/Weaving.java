package dev.weir.instrument;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * Advice for some methods of some types. Advice classes are read as class files and never loaded.
 *
 * @param types resolved from class files, never loaded
 * @param methods of those types; abstract and native ones are left out by the weaver
 * @param enterAdvice name of the class with the advice at the methods' start
 * @param exitAdvice name of the class with the advice at their end; often the same
 * @param configuration how the advice's own annotations are bound, e.g. to a call site's number
 */
public record Weaving(
    ElementMatcher<? super TypeDescription> types,
    ElementMatcher<? super MethodDescription> methods,
    String enterAdvice,
    String exitAdvice,
    Advice.WithCustomMapping configuration) {

  /** One advice class and no annotations of its own. */
  public Weaving(
      ElementMatcher<? super TypeDescription> types,
      ElementMatcher<? super MethodDescription> methods,
      String advice) {
    this(types, methods, advice, advice);
  }

  /** No annotations of its own. */
  public Weaving(
      ElementMatcher<? super TypeDescription> types,
      ElementMatcher<? super MethodDescription> methods,
      String enterAdvice,
      String exitAdvice) {
    this(types, methods, enterAdvice, exitAdvice, Advice.withCustomMapping());
  }
}
