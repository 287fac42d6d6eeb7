package dev.weir.instrument;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatcher;

/**
 * Advice for some methods of some types.
 *
 * @param types resolved from class files, never loaded
 * @param methods of those types; abstract and native ones are left out by the weaver
 * @param advice name of the advice class; it is read as a class file and never loaded
 * @param configuration how the advice's own annotations are bound, e.g. to a call site's number
 */
public record Weaving(
    ElementMatcher<? super TypeDescription> types,
    ElementMatcher<? super MethodDescription> methods,
    String advice,
    Advice.WithCustomMapping configuration) {

  public Weaving(
      ElementMatcher<? super TypeDescription> types,
      ElementMatcher<? super MethodDescription> methods,
      String advice) {
    this(types, methods, advice, Advice.withCustomMapping());
  }
}
