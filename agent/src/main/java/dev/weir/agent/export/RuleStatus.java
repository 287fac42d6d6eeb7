package dev.weir.agent.export;

import java.util.List;

/** What exporters show of the rule file. Safe for use by many threads. */
public interface RuleStatus {

  /** Whether the file as it is now is valid, and so in force. */
  boolean valid();

  /** What is wrong with the file as it is now. */
  List<String> problems();

  /** The file; empty where there is none. */
  String source();

  /**
   * The hash of the rules in force (CRC-32, eight hexadecimal digits); empty where there are none.
   */
  String hash();

  /** The highest mode in which rules act now. */
  String mode();

  /** Method patterns for which no method was found so far. */
  List<String> patternsWithoutMatch();
}
