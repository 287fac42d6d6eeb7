package dev.weir.agent;

import dev.weir.agent.weave.Weaver;
import dev.weir.core.rules.Instrument;
import dev.weir.instrument.LibraryInstrumentation;
import dev.weir.instrument.jdbc.JdbcInstrumentation;
import dev.weir.instrument.jdkhttp.JdkHttpInstrumentation;
import dev.weir.instrument.loaders.LoaderInstrumentation;
import dev.weir.instrument.methods.MethodInstrumentation;
import dev.weir.instrument.methods.MethodSelector;
import dev.weir.instrument.servlet.ServletInstrumentation;
import java.util.ArrayList;
import java.util.List;

/** The one list of what can be instrumented; as classes, all that any of it may be. */
final class Instrumentations implements Weaver.LoadedClasses {

  private final List<LibraryInstrumentation> all;

  Instrumentations(MethodSelector methods) {
    all =
        List.of(
            new LoaderInstrumentation(),
            ServletInstrumentation.jakarta(),
            ServletInstrumentation.javax(),
            new JdkHttpInstrumentation(),
            new JdbcInstrumentation(),
            new MethodInstrumentation(methods));
  }

  /** Those that the rule file leaves on. */
  List<LibraryInstrumentation> active(Instrument instrument) {
    List<LibraryInstrumentation> active = new ArrayList<>();
    for (LibraryInstrumentation instrumentation : all) {
      boolean on =
          switch (instrumentation.key()) {
            case "web" -> instrument.web();
            case "http" -> instrument.http();
            case "sql" -> instrument.sql();
            default -> true;
          };
      if (on) {
        active.add(instrumentation);
      }
    }
    return active;
  }

  @Override
  public boolean include(Class<?> type) {
    for (LibraryInstrumentation instrumentation : all) {
      if (instrumentation.mayMatchLoaded(type)) {
        return true;
      }
    }
    return false;
  }
}
