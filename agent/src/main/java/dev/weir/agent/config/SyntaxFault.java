package dev.weir.agent.config;

import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** What a user is told of text that is not YAML: where, what, and what to do about it. */
final class SyntaxFault {

  private static final String QUOTE_IT =
      "inside [] and {} a name or value that holds { or , must be quoted, e.g. [\"web:GET /orders/{id}\"]";

  private SyntaxFault() {}

  static void report(MarkedYAMLException fault, String text, Reading reading) {
    String problem = fault.getProblem() == null ? "" : fault.getProblem();
    String context = fault.getContext() == null ? "" : fault.getContext();
    Mark mark = unclosed(problem, context) ? fault.getContextMark() : fault.getProblemMark();
    if (mark == null) {
      reading.error(1, 1, "", "not YAML: " + problem);
      return;
    }
    reading.error(
        mark.getLine() + 1,
        mark.getColumn() + 1,
        "",
        message(fault, problem, context, found(mark, text)));
  }

  /** Where something is not closed, its beginning says more than the end of the file. */
  private static boolean unclosed(String problem, String context) {
    return problem.contains("<stream end>")
        || (context.contains("quoted scalar") && problem.contains("unexpected end of stream"));
  }

  private static String message(
      MarkedYAMLException fault, String problem, String context, String found) {
    if (unclosed(problem, context)) {
      return context.contains("quoted") ? "this quote is not closed" : notClosed(context);
    }
    if (problem.contains("TAB")) {
      return "a tab; YAML is indented with spaces";
    }
    if (problem.contains("cannot start any token")) {
      return "a value cannot begin with " + found + "; quote it";
    }
    if (context.contains("scanning an alias")) {
      return "a name that begins with * must be quoted, e.g. \"*.internal\"";
    }
    if (context.contains("scanning an anchor")) {
      return "a value that begins with & must be quoted";
    }
    if (context.contains("scanning a tag")) {
      return "a value that begins with ! must be quoted";
    }
    if (problem.startsWith("expected ',' or")) {
      return "unexpected " + found + inside(fault) + "; " + QUOTE_IT;
    }
    if (problem.contains("unknown escape")) {
      return "not an escape; inside \"\" a backslash is written \\\\, inside '' as it is";
    }
    if (problem.contains("mapping values are not allowed here")) {
      return "unexpected \":\"; a value that holds \": \" must be quoted, a key needs \": \" after it and"
          + " the same indentation as its neighbours";
    }
    if (problem.contains("expected <block end>")) {
      return "unexpected "
          + found
          + "; check the indentation, and the quotes of the value before it";
    }
    if (problem.contains("could not find expected ':'")) {
      return "a key without \":\" after it";
    }
    return "not YAML: " + problem;
  }

  private static String notClosed(String context) {
    return context.contains("flow sequence")
        ? "this [ is not closed by ]"
        : context.contains("flow mapping")
            ? "this { is not closed by }"
            : "the file ends too early";
  }

  private static String inside(MarkedYAMLException fault) {
    String opening = String.valueOf(fault.getContext()).contains("sequence") ? "[" : "{";
    Mark start = fault.getContextMark();
    return start == null ? "" : " inside the " + opening + " of line " + (start.getLine() + 1);
  }

  private static String found(Mark mark, String text) {
    int at =
        text.offsetByCodePoints(
            0, Math.min(mark.getIndex(), text.codePointCount(0, text.length())));
    return at < text.length()
        ? Quoted.of(text.substring(at, text.offsetByCodePoints(at, 1)))
        : "end of file";
  }
}
