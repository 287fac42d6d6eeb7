package dev.weir.instrument.jdbc;

import static net.bytebuddy.matcher.ElementMatchers.failSafe;
import static net.bytebuddy.matcher.ElementMatchers.hasSuperType;
import static net.bytebuddy.matcher.ElementMatchers.isPublic;
import static net.bytebuddy.matcher.ElementMatchers.isStatic;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.not;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import dev.weir.instrument.ApplicationLoaders;
import dev.weir.instrument.ClassFiles;
import dev.weir.instrument.LibraryInstrumentation;
import dev.weir.instrument.LoadedTypes;
import dev.weir.instrument.Weaving;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Guards the executions of {@code java.sql.Statement}s, and notes which text a statement was
 * prepared with. Drivers, pools and proxies are woven alike; that a call through a pile of them
 * counts once is the guard's business.
 */
public final class JdbcInstrumentation implements LibraryInstrumentation {

  private static final String STATEMENT = "java.sql.Statement";
  private static final String CONNECTION = "java.sql.Connection";
  private static final String ADVICE = "dev.weir.instrument.jdbc.";

  /** Whatever overrides a method of JDBC's names this, if only in its {@code throws} clause. */
  private static final byte[] JAVA_SQL = "java/sql/".getBytes(StandardCharsets.ISO_8859_1);

  /** What is woven; most classes that name JDBC's types only call it. */
  private static final byte[][] METHODS =
      ClassFiles.ascii(
          "execute",
          "executeQuery",
          "executeUpdate",
          "executeLargeUpdate",
          "executeBatch",
          "executeLargeBatch",
          "addBatch",
          "clearBatch",
          "prepareStatement",
          "prepareCall");

  @Override
  public String name() {
    return "jdbc";
  }

  @Override
  public String key() {
    return "sql";
  }

  @Override
  public boolean mayMatch(String className, @Nullable ClassLoader loader, byte[] classFile) {
    return ApplicationLoaders.include(loader)
        && ClassFiles.contains(classFile, JAVA_SQL)
        && ClassFiles.declares(classFile, METHODS);
  }

  @Override
  public boolean mayMatchLoaded(Class<?> type) {
    return ApplicationLoaders.include(type.getClassLoader())
        && (LoadedTypes.isA(type, STATEMENT) || LoadedTypes.isA(type, CONNECTION));
  }

  @Override
  public List<Weaving> weavings() {
    ElementMatcher<TypeDescription> statements = failSafe(hasSuperType(named(STATEMENT)));
    ElementMatcher<TypeDescription> connections = failSafe(hasSuperType(named(CONNECTION)));
    ElementMatcher.Junction<MethodDescription> executions =
        namedOneOf("execute", "executeQuery", "executeUpdate", "executeLargeUpdate");
    return List.of(
        new Weaving(
            statements,
            ofJdbc(executions).and(takesArgument(0, String.class)),
            ADVICE + "StatementExecuteAdvice"),
        new Weaving(
            statements,
            ofJdbc(executions).and(takesArguments(0)),
            ADVICE + "PreparedStatementExecuteAdvice"),
        new Weaving(
            statements,
            ofJdbc(namedOneOf("executeBatch", "executeLargeBatch")).and(takesArguments(0)),
            ADVICE + "PreparedStatementExecuteAdvice",
            ADVICE + "StatementExecuteBatchAdvice"),
        new Weaving(
            statements,
            ofJdbc(named("addBatch")).and(takesArguments(String.class)),
            ADVICE + "StatementAddBatchAdvice"),
        new Weaving(
            statements,
            ofJdbc(named("clearBatch")).and(takesArguments(0)),
            ADVICE + "StatementClearBatchAdvice"),
        new Weaving(
            connections,
            ofJdbc(namedOneOf("prepareStatement", "prepareCall"))
                .and(takesArgument(0, String.class))
                .and(returns(failSafe(hasSuperType(named(STATEMENT))))),
            ADVICE + "ConnectionPrepareAdvice"));
  }

  private static ElementMatcher.Junction<MethodDescription> ofJdbc(
      ElementMatcher.Junction<MethodDescription> methods) {
    return methods.and(isPublic()).and(not(isStatic()));
  }
}
