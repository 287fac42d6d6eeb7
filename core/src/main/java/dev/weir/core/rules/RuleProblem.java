package dev.weir.core.rules;

/**
 * One fault of a rule file.
 *
 * @param file as the user named it
 * @param line from 1; 0 where the fault is the file itself (missing, unreadable)
 * @param column from 1; 0 with line 0
 * @param path of the value, e.g. {@code resources[0].flow.limit}; empty for the file as a whole
 * @param message what was found, what was expected and what to do
 */
public record RuleProblem(String file, int line, int column, String path, String message) {

  /** The one line a user sees: {@code rules.yaml:12:14: resources[0].flow.limit: message}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(file);
    if (line > 0) {
      text.append(':').append(line).append(':').append(column);
    }
    text.append(": ");
    if (!path.isEmpty()) {
      text.append(path).append(": ");
    }
    return text.append(message).toString();
  }
}
