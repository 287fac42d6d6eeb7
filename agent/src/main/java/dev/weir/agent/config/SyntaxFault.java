package dev.weir.agent.config;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** What a user is told of text that is not YAML: where, what, and what to do about it. */
final class SyntaxFault {

  private static final String QUOTE_IT =
      "inside [] and {} a name or value that holds { or , must be quoted,"
          + " e.g. [\"web:GET /orders/{id}\"]";

  /** Words of the parser, and ours for them; the first that fits. */
  private static final String[][] ADVICE = {
    {"TAB", "a tab; YAML is indented with spaces"},
    {"cannot start any token", "a value cannot begin with FOUND; quote it"},
    {"scanning an alias", "a name that begins with * must be quoted, e.g. \"*.internal\""},
    {"scanning an anchor", "a value that begins with & must be quoted"},
    {"scanning a tag", "a value that begins with ! must be quoted"},
    {"expected ',' or", "unexpected FOUND inside the OPENING of line START; " + QUOTE_IT},
    {
      "unknown escape", "not an escape; inside \"\" a backslash is written \\\\, inside '' as it is"
    },
    {
      "mapping values are not allowed here",
      "unexpected \":\"; a value that holds \": \" must be quoted, a key needs \": \" after it and"
          + " the same indentation as its neighbours"
    },
    {
      "expected <block end>",
      "unexpected FOUND; check the indentation, and the quotes of the value before it"
    },
    {"sequence entries are not allowed", "unexpected \"-\"; a list begins on a line of its own"},
    {"mapping keys are not allowed", "unexpected \"?\"; quote it"},
    {"expected the node content", "a value is missing before FOUND"},
    {"expected '<document start>'", "unexpected FOUND; what is before it is a whole file"},
    {"could not find expected ':'", "a key without \":\" after it"},
  };

  private SyntaxFault() {}

  static void report(MarkedYAMLException fault, String text, Reading reading) {
    String words = fault.getContext() + ": " + fault.getProblem();
    Mark start = fault.getContextMark();
    boolean unclosed = start != null && isUnclosed(words);
    // Where something is not closed, its beginning says more than the end of the file.
    Mark mark = unclosed ? start : fault.getProblemMark();
    String message = unclosed ? unclosed(words) : advice(fault, words, text);
    if (mark == null) {
      reading.error(1, 1, "", message);
    } else {
      reading.error(mark.getLine() + 1, mark.getColumn() + 1, "", message);
    }
  }

  private static boolean isUnclosed(String words) {
    return words.contains("<stream end>")
        || (words.contains("quoted scalar") && words.contains("unexpected end of stream"));
  }

  private static String unclosed(String words) {
    if (words.contains("quoted")) {
      return "this quote is not closed";
    }
    if (words.contains("flow sequence")) {
      return "this [ is not closed by ]";
    }
    return words.contains("flow mapping")
        ? "this { is not closed by }"
        : "the file ends before what begins here";
  }

  private static String advice(MarkedYAMLException fault, String words, String text) {
    for (String[] advice : ADVICE) {
      if (words.contains(advice[0])) {
        Mark start = fault.getContextMark();
        return advice[1]
            .replace("FOUND", found(fault.getProblemMark(), text))
            .replace("OPENING", words.contains("sequence") ? "[" : "{")
            .replace("START", start == null ? "?" : Integer.toString(start.getLine() + 1));
      }
    }
    return "not YAML: " + fault.getProblem();
  }

  private static String found(@Nullable Mark mark, String text) {
    int length = text.codePointCount(0, text.length());
    if (mark == null || mark.getIndex() >= length) {
      return "the end of the file";
    }
    int at = text.offsetByCodePoints(0, mark.getIndex());
    return Quoted.of(text.substring(at, text.offsetByCodePoints(at, 1)));
  }
}
