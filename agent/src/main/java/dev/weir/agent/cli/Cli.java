package dev.weir.agent.cli;

import dev.weir.agent.Version;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code java -jar weir-agent.jar <command>}. */
@Command(
    name = "weir",
    description = "Flow control for Java services as a Java agent.",
    mixinStandardHelpOptions = true,
    version = "weir " + Version.TEXT,
    footer = {
      "",
      "To guard an application:",
      "  java -javaagent:weir-agent.jar -jar app.jar",
      "with a rules.yaml in the working directory or beside app.jar."
    })
public final class Cli implements Runnable {

  /** The commands, each with an annotation of its own. */
  private static final Class<?>[] COMMANDS = {CheckCommand.class, SchemaCommand.class};

  @Spec private CommandSpec spec = CommandSpec.create();

  private Cli() {}

  /**
   * Runs one command line.
   *
   * @return the exit code
   */
  public static int run(String[] arguments, PrintWriter out, PrintWriter err) {
    CommandLine line = new CommandLine(new Cli());
    for (Class<?> command : COMMANDS) {
      line.addSubcommand(command);
    }
    int code = line.setOut(out).setErr(err).execute(arguments);
    out.flush();
    err.flush();
    return code;
  }

  /** Weir without a command. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
