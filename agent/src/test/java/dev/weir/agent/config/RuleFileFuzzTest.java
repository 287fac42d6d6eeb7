package dev.weir.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.rules.RuleProblem;
import dev.weir.core.rules.RuleSet;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A valid file, mutated. Whatever comes out is read or refused: never an exception, always a place,
 * and what is accepted means what another, naive reader takes it for.
 */
class RuleFileFuzzTest {

  private static final int ROUNDS = 10_000;

  static final String VALID =
      """
      weir: 1
      mode: enforce
      app: ${env:APP}
      x-defaults: &defaults {limit: 500/s, mode: observe}
      instrument:
        methods:
          - com.acme.PriceService#query
          - "@org.acme.Service#*"
      exempt:
        - match: web:GET /health
      on-block: {status: 503, headers: {Retry-After: 1}, body: "no: ${reason}"}
      resources:
        - match: web:GET /orders/{id}
          name: order-read
          except: [web:GET /orders/health]
          flow: {limit: 0.5/s}
        - match: ["sql:shop *", http:* price.internal/**]
          flow:
            - *defaults
            - <<: *defaults
              limit: 1000/10s
              name: second
        - match: web:* /**
          unlisted: true
          flow:
            limit: 200/m
        - match: web:GET /tenants/{id}
          per: header:X-Tenant
          max-keys: 500
          overrides: {acme: 200, root: unlimited, slow: {max: 5}}
          concurrency: {max: 64, max-wait: 100ms}
        - match: http:GET price.internal/**
          name: prices
          breaker:
            - {error-ratio: 50%, open-for: 10s, max-open-for: 2m, errors: {status: [500-599, 429]}}
            - error-count: 7
              name: per-host
              per: [host, resource]
              absent: admit
            - {force: open, error-ratio: 0.25, per: host, overrides: {a: unlimited, b: {open-for: 1m}}}
          concurrency: [16, {max: 4, name: tight, per: resource}]
      """;

  private static final String[] PIECES = {
    "\n",
    "  ",
    " ",
    ":",
    ": ",
    "-",
    "- ",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"",
    "'",
    "#",
    " #",
    "&a ",
    "*a",
    "!",
    "!!int ",
    "|",
    ">",
    "?",
    "\t",
    "\r\n",
    "%",
    "@",
    "---\n",
    "...\n",
    "<<: ",
    "${env:",
    "${",
    "\u0000",
    "\u0085",
    "\uFEFF",
    "\uD83D\uDE00",
    "x-",
    "per: ip\n",
    "overrides",
    "unlimited",
    "breaker",
    "max",
    "0s",
    "flow",
    "limit: ",
    "weir: 1\n",
    "*defaults",
    "\\",
    "0",
    "/s",
    "null",
    "~"
  };

  @Test
  void mutatedFilesAreReadOrRefusedWithAPlace() {
    int accepted = 0;
    for (int seed = 0; seed < ROUNDS; seed++) {
      byte[] content = mutated(new Random(seed));
      RuleFile file = parse(seed, content);
      String text = new String(content, StandardCharsets.UTF_8);
      RuleSet rules = file.rules();
      if (rules == null) {
        assertThat(file.errors()).as("seed %d:%n%s", seed, text).isNotEmpty();
        file.errors().forEach(error -> assertPlaced(error, text));
      } else {
        assertThat(file.errors()).isEmpty();
        assertThat(Gist.of(rules)).as("seed %d:%n%s", seed, text).isEqualTo(Gist.naive(text));
        accepted++;
      }
    }
    // Else the mutations are too wild to test what is accepted.
    assertThat(accepted).isBetween(ROUNDS / 20, ROUNDS * 19 / 20);
  }

  private static RuleFile parse(int seed, byte[] content) {
    try {
      return Read.file(content);
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError(
          "seed " + seed + ":\n" + new String(content, StandardCharsets.UTF_8), e);
    }
  }

  private static void assertPlaced(RuleProblem error, String text) {
    assertThat(error.line())
        .as(() -> error + " in:\n" + text)
        .isBetween(
            1,
            2 + (int) text.chars().filter(c -> "\n\r\u0085\u2028\u2029".indexOf(c) >= 0).count());
    assertThat(error.column()).as(error::toString).isBetween(1, text.length() + 1);
    assertThat(error.message()).isNotBlank().doesNotContain("\n", "\r");
  }

  static byte[] mutated(Random random) {
    StringBuilder text = new StringBuilder(VALID);
    int mutations = 1 + random.nextInt(1 + random.nextInt(3));
    for (int i = 0; i < mutations; i++) {
      mutate(text, random);
    }
    byte[] content = text.toString().getBytes(StandardCharsets.UTF_8);
    if (random.nextInt(20) == 0) {
      content[random.nextInt(content.length)] = (byte) random.nextInt(256);
    }
    return content;
  }

  private static void mutate(StringBuilder text, Random random) {
    int at = random.nextInt(text.length());
    int end = Math.min(text.length(), at + 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 4));
    switch (random.nextInt(6)) {
      case 0 -> text.delete(at, end);
      case 1 -> text.insert(at, PIECES[random.nextInt(PIECES.length)]);
      case 2 -> text.replace(at, end, PIECES[random.nextInt(PIECES.length)]);
      case 3 -> text.insert(random.nextInt(text.length()), text.substring(at, end));
      case 4 -> text.setCharAt(at, (char) (32 + random.nextInt(96)));
      default -> swapLines(text, random);
    }
  }

  private static void swapLines(StringBuilder text, Random random) {
    String[] lines = text.toString().split("\n", -1);
    int a = random.nextInt(lines.length);
    int b = random.nextInt(lines.length);
    String line = lines[a];
    lines[a] = lines[b];
    lines[b] = line;
    text.setLength(0);
    text.append(String.join("\n", lines));
  }
}
