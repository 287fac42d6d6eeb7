package dev.weir.agent.door;

import dev.weir.agent.Log;
import dev.weir.agent.door.MethodSites.MethodSite;
import dev.weir.bridge.Answer;
import dev.weir.bridge.BlockedException;
import dev.weir.bridge.Refusal;
import dev.weir.core.rules.OnBlock.Action;
import dev.weir.core.rules.OnBlock.MethodName;
import dev.weir.core.rules.OnBlock.Returned;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What a refused method call gets. What cannot be given as written is said once, and thrown. */
final class MethodDoor {

  private final MethodSites sites;
  private final Exceptions exceptions;
  private final Fallbacks fallbacks = new Fallbacks();
  private final Log log;

  /** Holds no object of the application. */
  @SuppressWarnings("ThreadLocalUsage") // as many as there are engines
  private final ThreadLocal<@Nullable Running> running = new ThreadLocal<>();

  MethodDoor(MethodSites sites, Exceptions exceptions, Log log) {
    this.sites = sites;
    this.exceptions = exceptions;
    this.log = log;
  }

  Answer answer(Refusal refusal, int number, Class<?> type, @Nullable Object[] arguments) {
    MethodSite site = sites.get(number);
    BlockedException blocked =
        Blocked.exception(refusal, "method:" + site.className() + '#' + site.method());
    Action action = Blocked.action(refusal);
    MethodName call = action.call();
    Returned returns = action.returns();
    Answer answer = null;
    if (call != null) {
      answer = called(call, site, type, arguments, blocked);
    } else if (returns != null) {
      answer = returned(returns, site, type, blocked);
    } else if (action.throwClass() != null) {
      answer = thrown(exceptions.create(action.throwClass(), blocked, type.getClassLoader()), site);
    }
    return answer != null ? answer : failed(blocked, site);
  }

  private static @Nullable Answer thrown(@Nullable Throwable made, MethodSite site) {
    return made == null ? null : failed(made, site);
  }

  /** A method that promises a result later breaks that promise; any other throws. */
  private static Answer failed(Throwable failure, MethodSite site) {
    return site.returnsStage()
        ? Answer.returning(CompletableFuture.failedFuture(failure))
        : Answer.throwing(failure);
  }

  private @Nullable Answer returned(
      Returned returns, MethodSite site, Class<?> type, BlockedException blocked) {
    try {
      if (site.returnsStage() && (returns.empty() || returns.text().equals("null"))) {
        return Answer.returning(CompletableFuture.completedFuture(null));
      }
      return Answer.returning(
          returns.empty()
              ? Literals.empty(site.returnType(), type.getClassLoader())
              : Literals.parse(returns.text(), site.returnType()));
    } catch (IllegalArgumentException notPossible) {
      String written = returns.empty() ? "empty" : "\"" + returns.text() + "\"";
      notAsWritten("return: " + written, site, blocked, notPossible);
      return null;
    }
  }

  private @Nullable Answer called(
      MethodName name,
      MethodSite site,
      Class<?> type,
      @Nullable Object[] arguments,
      BlockedException blocked) {
    Method method;
    try {
      method = fallbacks.find(name, site, type);
    } catch (RuntimeException | LinkageError notPossible) {
      notAsWritten("call: " + name, site, blocked, notPossible);
      return null;
    }
    if (isRunning(name)) {
      notAsWritten(
          "call: " + name,
          site,
          blocked,
          new IllegalArgumentException(
              "it is refused itself while it stands in for a refused call; add method:"
                  + name
                  + " to the entry's except"));
      return null;
    }
    @Nullable Object[] given = arguments;
    if (method.getParameterCount() > arguments.length) {
      given = Arrays.copyOf(arguments, arguments.length + 1);
      given[arguments.length] = blocked;
    }
    Running before = running.get();
    running.set(new Running(name, before));
    try {
      Object value = method.invoke(null, given);
      if (value == null && Literals.isPrimitive(site.returnType())) {
        notAsWritten(
            "call: " + name, site, blocked, new IllegalArgumentException("it returned null"));
        return null;
      }
      return Answer.returning(value);
    } catch (InvocationTargetException thrown) {
      return Answer.throwing(
          thrown.getTargetException()); // the application's own, as from any method
    } catch (IllegalAccessException notPossible) {
      notAsWritten("call: " + name, site, blocked, notPossible);
      return null;
    } finally {
      if (before == null) {
        running.remove();
      } else {
        running.set(before);
      }
    }
  }

  /** Whether that fallback is being called on this thread: it would be called without an end. */
  private boolean isRunning(MethodName name) {
    for (Running each = running.get(); each != null; each = each.outer()) {
      if (each.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Fallbacks that this thread is in, the innermost first. */
  private record Running(MethodName name, @Nullable Running outer) {}

  private void notAsWritten(
      String what, MethodSite site, BlockedException blocked, Throwable problem) {
    log.warnOnce(
        blocked.entry() + what + site,
        "entry \""
            + blocked.entry()
            + "\": on-block."
            + what
            + " cannot be given for "
            + blocked.resource()
            + ", which returns "
            + site.returnType()
            + ": "
            + problem.getMessage()
            + ". Until that is put right, a refused call gets BlockedException");
  }
}
