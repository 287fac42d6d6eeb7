package dev.weir.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The demo's own copy of the example rules, to edit as a person would. Finds limits by the layout
 * of that one file; this is no parser of rule files.
 */
final class RulesFile {

  private static final Pattern NAMED_LIMIT =
      Pattern.compile("name: (\\S+)\\s[^-]*?flow: \\{limit: ([^}]+)}");

  private final Path path;

  private RulesFile(Path path) {
    this.path = path;
  }

  static RulesFile copyOf(Path original, Path copy) throws IOException {
    Files.createDirectories(copy.getParent());
    Files.writeString(copy, Files.readString(original));
    return new RulesFile(copy);
  }

  Path path() {
    return path;
  }

  /** Limits as written, by entry name, in the order of the file. */
  Map<String, String> limits() throws IOException {
    Map<String, String> limits = new LinkedHashMap<>();
    Matcher matcher = NAMED_LIMIT.matcher(Files.readString(path));
    while (matcher.find()) {
      limits.put(matcher.group(1), matcher.group(2));
    }
    return limits;
  }

  /** Writes {@code limit} where the entry's limit stands, valid or not. */
  void setLimit(String entry, String limit) throws IOException {
    String text = Files.readString(path);
    Matcher matcher = NAMED_LIMIT.matcher(text);
    while (matcher.find()) {
      if (matcher.group(1).equals(entry)) {
        Files.writeString(
            path, text.substring(0, matcher.start(2)) + limit + text.substring(matcher.end(2)));
        return;
      }
    }
    throw new IllegalStateException(path + " has no limit for " + entry);
  }
}
