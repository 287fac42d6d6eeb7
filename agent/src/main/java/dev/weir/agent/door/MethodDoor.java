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
    @Nullable Object[] given = arguments;
    if (method.getParameterCount() > arguments.length) {
      given = Arrays.copyOf(arguments, arguments.length + 1);
      given[arguments.length] = blocked;
    }
    try {
      return Answer.returning(method.invoke(null, given));
    } catch (InvocationTargetException thrown) {
      return Answer.throwing(
          thrown.getTargetException()); // the application's own, as from any method
    } catch (IllegalAccessException notPossible) {
      notAsWritten("call: " + name, site, blocked, notPossible);
      return null;
    }
  }

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
