package dev.weir.agent.export;

import java.util.List;
import java.util.Map;

/** What Weir has done since the start of the JVM: {@code dev.weir:type=Weir}. */
public interface WeirMXBean {

  /** Calls admitted by all entries that they match. */
  long getPassed();

  /** Calls refused, by reason. */
  Map<String, Long> getBlocked();

  /** Calls that a rule would have refused if it were not only observed. */
  long getWouldBlock();

  /** Admitted calls that have not ended. */
  long getInFlight();

  /** Failures of Weir's own that were kept from the application. */
  long getSuppressedFailures();

  /** Classes that could not be instrumented. */
  long getSkippedClasses();

  /** Whether the rule file as it is now is valid, and so in force. */
  boolean isRulesValid();

  /** What is wrong with the rule file as it is now. */
  List<String> getRuleProblems();

  /** The rule file; empty where there is none. */
  String getRulesSource();

  /**
   * The hash of the rules in force (CRC-32, eight hexadecimal digits); empty where there are none.
   */
  String getRulesHash();

  /** The highest mode in which rules act now: {@code enforce}, {@code observe} or {@code off}. */
  String getMode();

  /** Method patterns for which no method was found so far. */
  List<String> getPatternsWithoutMatch();

  /** The latest hundred of what breakers and other rules did by themselves, the oldest first. */
  List<String> getEvents();

  /** Calls by entry, in the order of the rule file. */
  List<EntryStatus> getEntries();

  /** Calls that no entry matches, by name, with what looks variable in it written as {}. */
  List<EntryStatus> getUnlisted();
}
