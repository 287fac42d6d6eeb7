package dev.weir.core.breaker;

import dev.weir.core.Outcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Tells the ends of calls apart, as {@link Errors} say.
 *
 * <p>An exception is judged with all that it was wrapped in on its way: a list that names any of
 * them names it. {@code ignore} wins over all else. Where {@code sql-states} are given, an
 * exception with a state is an error if they or {@code types} name it; where not, one of class 23
 * never is.
 */
final class ErrorJudge {

  /** Wrappers may wrap each other in a circle. */
  private static final int MAX_DEPTH = 16;

  private static final String INTEGRITY_CONSTRAINT = "23";

  private final Errors errors;
  private final boolean namesClasses;
  private final ClassRoles roles;

  ErrorJudge(Errors errors) {
    this.errors = errors;
    this.namesClasses = !errors.types().isEmpty() || !errors.ignore().isEmpty();
    this.roles = new ClassRoles(errors.types(), errors.ignore());
  }

  /** {@link Ending#GOOD}, {@link Ending#ERROR} or {@link Ending#UNCOUNTED}. */
  Ending judge(Outcome outcome) {
    if (outcome.isGivenUp()) {
      return Ending.UNCOUNTED;
    }
    Throwable thrown = outcome.thrown();
    if (thrown == null) {
      return hasErrorStatus(outcome.status()) ? Ending.ERROR : Ending.GOOD;
    }
    int role = namesClasses ? role(thrown) : 0;
    if ((role & ClassRoles.IGNORED) != 0) {
      return Ending.UNCOUNTED;
    }
    boolean named = (role & ClassRoles.NAMED) != 0;
    return counts(named, outcome.sqlState()) ? Ending.ERROR : Ending.GOOD;
  }

  private boolean hasErrorStatus(int status) {
    List<StatusRange> ranges = errors.status();
    for (int i = 0; i < ranges.size(); i++) {
      if (ranges.get(i).contains(status)) {
        return true;
      }
    }
    return false;
  }

  private boolean counts(boolean named, @Nullable String sqlState) {
    boolean byType = named || errors.types().isEmpty();
    if (sqlState == null) {
      return byType;
    }
    if (errors.sqlStates().isEmpty()) {
      return byType && !sqlState.startsWith(INTEGRITY_CONSTRAINT);
    }
    return named || hasErrorState(sqlState);
  }

  private boolean hasErrorState(String sqlState) {
    for (String beginning : errors.sqlStates()) {
      if (sqlState.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }

  private int role(Throwable thrown) {
    int role = 0;
    Throwable link = thrown;
    for (int depth = 0; link != null && depth < MAX_DEPTH; depth++) {
      role |= roles.get(link.getClass());
      link = isWrapper(link) ? link.getCause() : null;
    }
    return role;
  }

  private static boolean isWrapper(Throwable thrown) {
    return thrown instanceof ExecutionException
        || thrown instanceof CompletionException
        || thrown instanceof InvocationTargetException
        || thrown instanceof UndeclaredThrowableException;
  }

  /** What was thrown without what it was wrapped in on its way. */
  static Throwable unwrap(Throwable thrown) {
    Throwable link = thrown;
    for (int depth = 0; depth < MAX_DEPTH && isWrapper(link); depth++) {
      Throwable cause = link.getCause();
      if (cause == null) {
        return link;
      }
      link = cause;
    }
    return link;
  }

  /**
   * Which lists name a class or one of its supertypes. Found once for each class, and kept with it:
   * nothing here holds a class of an application, and what the class holds is an {@code Integer}.
   */
  private static final class ClassRoles extends ClassValue<Integer> {

    static final int NAMED = 1;
    static final int IGNORED = 2;

    private final List<String> types;
    private final List<String> ignore;

    ClassRoles(List<String> types, List<String> ignore) {
      this.types = types;
      this.ignore = ignore;
    }

    @Override
    protected Integer computeValue(Class<?> type) {
      return role(type);
    }

    private int role(@Nullable Class<?> type) {
      if (type == null) {
        return 0;
      }
      String name = type.getName();
      int role = names(types, name) ? NAMED : 0;
      role |= names(ignore, name) ? IGNORED : 0;
      role |= role(type.getSuperclass());
      for (Class<?> supertype : type.getInterfaces()) {
        role |= role(supertype);
      }
      return role;
    }

    /** Nested classes as the JVM names them, or as their source does. */
    private static boolean names(List<String> list, String name) {
      return list.contains(name)
          || (name.indexOf('$') > 0 && list.contains(name.replace('$', '.')));
    }
  }
}
