package dev.weir.core;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "dev.weir.core", importOptions = DoNotIncludeTests.class)
class CoreArchitectureTest {

  private static final String RULES = "dev.weir.core.rules..";
  private static final String CHAIN = "dev.weir.core.chain..";
  private static final String NAMES = "dev.weir.core.names..";
  private static final String KEYS = "dev.weir.core.keys..";
  private static final String WINDOW = "dev.weir.core.window..";

  /** What features are put into. */
  private static final DescribedPredicate<JavaClass> FRAME =
      resideInAnyPackage("dev.weir.core", RULES, CHAIN, KEYS, NAMES, WINDOW);

  private static final DescribedPredicate<JavaClass> FEATURE =
      resideInAnyPackage("dev.weir.core..").and(not(FRAME));

  @ArchTest
  static final ArchRule coreNeedsTheJdkOnly =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "dev.weir.core..", "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule coreLogsNothingAndReadsOneClock =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.weir.core.SystemTicker")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

  @ArchTest
  static final ArchRule featureKnowsNoOtherFeature =
      slices()
          .matching("dev.weir.core.(*)..")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(FRAME, alwaysTrue())
          .ignoreDependency(alwaysTrue(), FRAME);

  @ArchTest
  static final ArchRule chainsKnowFeaturesByTheListAlone =
      noClasses()
          .that()
          .resideInAPackage(CHAIN)
          .and()
          .doNotHaveSimpleName("SlotTypes")
          .should()
          .dependOnClassesThat(FEATURE);

  @ArchTest
  static final ArchRule rulesAreDataAndKnowNoEngine =
      noClasses()
          .that()
          .resideInAPackage(RULES)
          .should()
          .dependOnClassesThat(FEATURE)
          .orShould()
          .dependOnClassesThat()
          .resideInAPackage(CHAIN);

  @ArchTest
  static final ArchRule noStaticStateCanChange = fields().that().areStatic().should().beFinal();
}
