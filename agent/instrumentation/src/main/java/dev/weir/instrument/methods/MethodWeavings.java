package dev.weir.instrument.methods;

import dev.weir.instrument.Weaving;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.constant.IntegerConstant;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;

/** The Byte Buddy side of {@link MethodInstrumentation}, loaded when the first class matches. */
final class MethodWeavings {

  private static final ElementMatcher<MethodDescription> RETURNS_STAGE =
      ElementMatchers.returns(
          ElementMatchers.named("java.util.concurrent.CompletionStage")
              .or(ElementMatchers.named("java.util.concurrent.CompletableFuture")));

  /**
   * The compiler's own {@code values} and {@code valueOf}. Class initialisers of other classes call
   * them (a {@code switch} does), and a class whose initialiser was refused once never works again.
   */
  private static final ElementMatcher<MethodDescription> MADE_FOR_ENUMS =
      ElementMatchers.<MethodDescription>isStatic()
          .and(ElementMatchers.isDeclaredBy(ElementMatchers.isEnum()))
          .and(
              ElementMatchers.<MethodDescription>named("values")
                  .and(ElementMatchers.takesNoArguments())
                  .or(
                      ElementMatchers.<MethodDescription>named("valueOf")
                          .and(ElementMatchers.takesArguments(String.class))));

  private MethodWeavings() {}

  static List<Weaving> of(MethodSelector selector) {
    ElementMatcher.Junction<MethodDescription> named =
        ElementMatchers.<MethodDescription>isMethod()
            .and(ElementMatchers.not(ElementMatchers.isSynthetic()))
            .and(ElementMatchers.not(MADE_FOR_ENUMS))
            .and(new Named(selector));
    Advice.WithCustomMapping numbered =
        Advice.withCustomMapping().bind(new SiteNumber.Factory(selector));
    String advice = "dev.weir.instrument.methods.MethodAdvice";
    String stageAdvice = "dev.weir.instrument.methods.StageMethodAdvice";
    return List.of(
        new Weaving(
            ElementMatchers.any(),
            named.and(ElementMatchers.not(RETURNS_STAGE)),
            advice,
            advice,
            numbered),
        new Weaving(
            ElementMatchers.any(), named.and(RETURNS_STAGE), advice, stageAdvice, numbered));
  }

  private static List<String> annotations(TypeDefinition type) {
    List<String> names = new ArrayList<>();
    for (AnnotationDescription annotation : type.asErasure().getDeclaredAnnotations()) {
      names.add(annotation.getAnnotationType().getName());
    }
    return names;
  }

  private static List<String> parameterTypes(MethodDescription method) {
    List<String> names = new ArrayList<>();
    for (TypeDescription parameter : method.getParameters().asTypeList().asErasures()) {
      names.add(parameter.getActualName());
    }
    return names;
  }

  /** Whether the rule file names a method. */
  private static final class Named extends ElementMatcher.Junction.AbstractBase<MethodDescription> {

    private final MethodSelector selector;

    Named(MethodSelector selector) {
      this.selector = selector;
    }

    @Override
    public boolean matches(@Nullable MethodDescription method) {
      return method != null
          && selector.names(
              method.getDeclaringType().asErasure().getName(),
              annotations(method.getDeclaringType()),
              method.getName(),
              parameterTypes(method),
              method.isPublic());
    }
  }

  /** Binds {@link CallSite} to a constant. */
  private static final class SiteNumber implements Advice.OffsetMapping {

    private final MethodSelector selector;

    SiteNumber(MethodSelector selector) {
      this.selector = selector;
    }

    @Override
    public Target resolve(
        TypeDescription instrumentedType,
        MethodDescription instrumentedMethod,
        Assigner assigner,
        Advice.ArgumentHandler argumentHandler,
        Sort sort) {
      StackManipulation number =
          IntegerConstant.forValue(
              selector.site(
                  instrumentedType.getName(),
                  annotations(instrumentedType),
                  instrumentedMethod.getName(),
                  parameterTypes(instrumentedMethod),
                  instrumentedMethod.getReturnType().asErasure().getActualName()));
      return new Target.ForStackManipulation(number);
    }

    /** Makes the mapping for each advice parameter that carries the annotation. */
    static final class Factory implements Advice.OffsetMapping.Factory<CallSite> {

      private final MethodSelector selector;

      Factory(MethodSelector selector) {
        this.selector = selector;
      }

      @Override
      public Class<CallSite> getAnnotationType() {
        return CallSite.class;
      }

      @Override
      public Advice.OffsetMapping make(
          net.bytebuddy.description.method.ParameterDescription.InDefinedShape target,
          AnnotationDescription.Loadable<CallSite> annotation,
          AdviceType adviceType) {
        return new SiteNumber(selector);
      }
    }
  }
}
