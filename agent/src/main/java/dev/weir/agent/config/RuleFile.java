package dev.weir.agent.config;

import dev.weir.core.rules.RuleProblem;
import dev.weir.core.rules.RuleSet;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A rule file as read once: its rules, or everything that is wrong with it.
 *
 * @param name as the user named it; stands in front of each problem
 * @param hash of the content: CRC-32 in eight hexadecimal digits, to be recognised by people; empty
 *     where there is no content
 * @param rules null where there are errors
 * @param errors in the order of the file; empty for a valid one
 * @param warnings in the order of the file: what is valid but will not do what it seems to say
 * @param recognised whether it means to be a rule file of Weir's: it has a format version
 */
public record RuleFile(
    String name,
    String hash,
    @Nullable RuleSet rules,
    List<RuleProblem> errors,
    List<RuleProblem> warnings,
    boolean recognised) {

  /** The size of the largest file that is read. */
  public static final int MAX_BYTES = 1 << 20;

  /** Whether its rules may be put in force. */
  public boolean valid() {
    return rules != null;
  }

  /** Reads what stands at {@code path} now. Never throws: a file that is not there is a problem. */
  public static RuleFile read(Path path, Environment environment) {
    return of(path.toString(), FileContent.of(path), environment);
  }

  static RuleFile of(String name, FileContent content, Environment environment) {
    if (content.fault().isEmpty()) {
      return parse(name, content.bytes(), environment);
    }
    RuleProblem problem = new RuleProblem(name, 0, 0, "", content.fault());
    return new RuleFile(name, "", null, List.of(problem), List.of(), false);
  }

  /** Reads a file's content. Never throws. */
  public static RuleFile parse(String name, byte[] content, Environment environment) {
    Reading reading = new Reading(name, environment);
    RuleSet rules = null;
    boolean recognised = false;
    String text = SourceText.decode(content, reading);
    if (text != null) {
      Node root = NodeComposer.compose(text, reading);
      recognised = root == null ? hasFormatLine(text) : format(root) != null;
      rules = root == null ? null : rules(root, reading);
    }
    boolean valid = rules != null && !reading.failed();
    return new RuleFile(
        name,
        hash(content),
        valid ? rules : null,
        reading.errors(),
        reading.warnings(),
        recognised);
  }

  private static @Nullable RuleSet rules(Node root, Reading reading) {
    Node.Member format = format(root);
    if (format != null && Schema.WEIR.type().read(format.value(), "weir", reading) == null) {
      return null; // a file of another format has other keys: nothing more can be said of it
    }
    Values values = Schema.FILE.read(root, "", reading);
    return values == null ? null : new RuleSetReader(reading).read(values);
  }

  private static Node.@Nullable Member format(Node root) {
    if (root instanceof Node.Mapping mapping) {
      for (Node.Member member : mapping.members()) {
        if (member.key().text().equals(Schema.WEIR.name())) {
          return member;
        }
      }
    }
    return null;
  }

  /** The best that can be known of text that is not YAML. */
  private static boolean hasFormatLine(String text) {
    return text.startsWith("weir:") || text.contains("\nweir:");
  }

  private static String hash(byte[] content) {
    CRC32 crc = new CRC32();
    crc.update(content);
    String digits = Long.toHexString(crc.getValue());
    return "00000000".substring(digits.length()) + digits;
  }
}
