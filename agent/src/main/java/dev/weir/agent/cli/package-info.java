/**
 * Commands of {@code java -jar weir-agent.jar}. A command is one class here and one line in {@code
 * Cli.COMMANDS}. Exit codes: 0 done and right, 1 done and something found, 2 could not be done.
 */
@NullMarked
package dev.weir.agent.cli;

import org.jspecify.annotations.NullMarked;
