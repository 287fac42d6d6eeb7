package dev.weir.agent.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A rule file as an editor reads it before it validates: by the core schema of YAML 1.2, in which
 * plain {@code 64} is a number, {@code true} a boolean and {@code off} text; {@code <<} merged.
 */
final class EditorYaml {

  private static final ObjectMapper JSON = new ObjectMapper();

  private EditorYaml() {}

  /**
   * The content as JSON.
   *
   * @throws RuntimeException for what an editor underlines without a schema
   */
  static JsonNode read(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    DumperOptions unused = new DumperOptions();
    Yaml yaml =
        new Yaml(
            new CoreConstructor(options),
            new Representer(unused),
            unused,
            options,
            new CoreResolver());
    Object content = yaml.load(text);
    checkDepth(content, 0);
    return JSON.valueToTree(content);
  }

  /** An alias may stand inside its own anchor. */
  private static void checkDepth(Object value, int depth) {
    if (depth > 100) {
      throw new IllegalArgumentException("too deep");
    }
    if (value instanceof Map<?, ?> map) {
      map.values().forEach(each -> checkDepth(each, depth + 1));
    } else if (value instanceof List<?> list) {
      list.forEach(each -> checkDepth(each, depth + 1));
    }
  }

  /** YAML 1.2.2, 10.3.2. */
  private static final class CoreResolver extends Resolver {

    @Override
    protected void addImplicitResolvers() {
      addImplicitResolver(Tag.MERGE, Pattern.compile("<<"), "<");
      addImplicitResolver(Tag.NULL, Pattern.compile("null|Null|NULL|~"), "nN~");
      addImplicitResolver(Tag.NULL, Pattern.compile(""), null);
      addImplicitResolver(Tag.BOOL, Pattern.compile("true|True|TRUE|false|False|FALSE"), "tTfF");
      addImplicitResolver(
          Tag.INT, Pattern.compile("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"), "-+0123456789");
      addImplicitResolver(
          Tag.FLOAT,
          Pattern.compile(
              "[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?"
                  + "|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)"),
          "-+0123456789.");
    }
  }

  private static final class CoreConstructor extends SafeConstructor {

    CoreConstructor(LoaderOptions options) {
      super(options);
      yamlConstructors.put(
          Tag.INT,
          new AbstractConstruct() {
            @Override
            public Object construct(Node node) {
              return integer(((ScalarNode) node).getValue());
            }
          });
      yamlConstructors.put(
          Tag.FLOAT,
          new AbstractConstruct() {
            @Override
            public Object construct(Node node) {
              String text = ((ScalarNode) node).getValue().toLowerCase(Locale.ROOT);
              return text.contains("n") ? Double.NaN : Double.valueOf(text);
            }
          });
    }

    private static Object integer(String text) {
      if (text.startsWith("0o")) {
        return new BigInteger(text.substring(2), 8);
      }
      return text.startsWith("0x") ? new BigInteger(text.substring(2), 16) : new BigInteger(text);
    }
  }
}
