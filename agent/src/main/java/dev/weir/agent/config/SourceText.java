package dev.weir.agent.config;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The bytes of a file as text: strict UTF-8, with or without a byte order mark. */
final class SourceText {

  private SourceText() {}

  /** The text, or null after an error has been reported. */
  static @Nullable String decode(byte[] content, Reading reading) {
    if (content.length > RuleFile.MAX_BYTES) {
      reading.error(
          1,
          1,
          "",
          "the file is larger than " + RuleFile.MAX_BYTES + " bytes; no rule file needs that");
      return null;
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(content.length);
    CoderResult result = decoder.decode(ByteBuffer.wrap(content), text, true);
    text.flip();
    boolean marked = text.length() > 0 && text.charAt(0) == '\uFEFF';
    String decoded = (marked ? text.subSequence(1, text.length()) : text).toString();
    if (result.isError()) {
      reportAtEnd(decoded, "not UTF-8; save the file as UTF-8", reading);
      return null;
    }
    return decoded;
  }

  private static void reportAtEnd(String before, String message, Reading reading) {
    reportAt(before, before.codePointCount(0, before.length()), message, reading);
  }

  /** Reports an error at a code point of the text, counted from 0. */
  static void reportAt(String text, int codePoint, String message, Reading reading) {
    int end = text.offsetByCodePoints(0, codePoint);
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      boolean crLf = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
      if (c == '\n' || (c == '\r' && !crLf)) {
        line++;
        lineStart = i + 1;
      }
    }
    reading.error(line, 1 + text.codePointCount(lineStart, end), "", message);
  }
}
