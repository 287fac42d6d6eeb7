package dev.weir.agent.cli;

import dev.weir.agent.Version;
import dev.weir.agent.config.RuleSchema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what an editor needs to know of rule files. */
@Command(
    name = "schema",
    description = {
      "Print the JSON Schema of rule files, for editors. As the first line of a rule file",
      "  # yaml-language-server: $$schema=rules.schema.json",
      "names the file that it was written to."
    },
    mixinStandardHelpOptions = true,
    version = "weir " + Version.TEXT)
final class SchemaCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().getOut().print(RuleSchema.json());
  }
}
