package dev.weir.agent.config;

import dev.weir.agent.config.Node.Broken;
import dev.weir.agent.config.Node.Mapping;
import dev.weir.agent.config.Node.Scalar;
import dev.weir.agent.config.Node.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Text to nodes.
 *
 * <p>SnakeYAML's parser gives the events; composing them is done here rather than by its {@code
 * Composer}, whose resolver guesses YAML 1.1 types and costs a JVM some 25 ms of CPU at start. So
 * the bounds are ours, too: each alias counts as many nodes as it stands for, which refuses a small
 * file that expands to billions before anything is expanded.
 */
final class NodeComposer {

  static final int MAX_DEPTH = 32;
  static final int MAX_NODES = 100_000;

  /** What an anchor means until its node is complete. */
  private static final Node OPEN = new Broken(0, 0);

  private final Reading reading;
  private final StreamReader reader;
  private final ParserImpl parser;
  private final Map<String, Node> anchors = new HashMap<>();
  private int nodes;
  private int flowDepth;

  private NodeComposer(String text, Reading reading) {
    this.reading = reading;
    this.reader = new StreamReader(text);
    this.parser = new ParserImpl(reader, new LoaderOptions());
  }

  /** The one document, or null after what is wrong with it has been reported. */
  static @Nullable Node compose(String text, Reading reading) {
    try {
      return new NodeComposer(text, reading).compose(text);
    } catch (ReaderException e) {
      String message =
          "the character U+" + hex(e.getCodePoint()) + " is not allowed in YAML; remove it";
      SourceText.reportAt(text, e.getPosition(), message, reading);
      return null;
    }
  }

  private @Nullable Node compose(String text) {
    try {
      return document();
    } catch (TooMuch e) {
      return null;
    } catch (MarkedYAMLException e) {
      SyntaxFault.report(e, text, reading);
      return null;
    } catch (ReaderException e) {
      throw e;
    } catch (YAMLException e) {
      // What the scanner takes for a fault of its own is one of the file's; the place is not told.
      reading.error(
          reader.getLine() + 1, reader.getColumn() + 1, "", "not YAML, here or just before");
      return null;
    }
  }

  private static String hex(int codePoint) {
    String digits = Integer.toHexString(codePoint);
    return "0000".substring(Math.min(4, digits.length())) + digits;
  }

  private @Nullable Node document() {
    parser.getEvent(); // the start of the stream
    if (parser.getEvent() instanceof StreamEndEvent) {
      reading.error(1, 1, "", "the file holds no rules; begin it with: weir: 1");
      return null;
    }
    Node root = node(parser.getEvent(), "", 1);
    parser.getEvent(); // the end of the document
    Event after = parser.getEvent();
    if (after instanceof DocumentStartEvent) {
      reading.error(
          line(after),
          column(after),
          "",
          "a second document begins here; a rule file is one document");
    }
    return root;
  }

  private Node node(Event event, String path, int depth) {
    if (event instanceof AliasEvent alias) {
      return alias(alias, path, depth);
    }
    count(event, 1);
    if (depth > MAX_DEPTH) {
      throw tooMuch(event, "nested more than " + MAX_DEPTH + " deep");
    }
    String anchor = ((NodeEvent) event).getAnchor();
    if (anchor != null) {
      anchors.put(anchor, OPEN);
    }
    Node node;
    if (event instanceof ScalarEvent scalar) {
      refuseTag(scalar.getTag(), event, path);
      node = scalar(scalar);
    } else if (event instanceof SequenceStartEvent sequence) {
      refuseTag(sequence.getTag(), event, path);
      node = sequence(sequence, path, depth);
    } else {
      MappingStartEvent mapping = (MappingStartEvent) event;
      refuseTag(mapping.getTag(), event, path);
      node = mapping(mapping, path, depth);
    }
    if (anchor != null) {
      anchors.put(anchor, node);
    }
    return node;
  }

  private Scalar scalar(ScalarEvent event) {
    return new Scalar(event.getValue(), event.isPlain(), flowDepth > 0, line(event), column(event));
  }

  private Sequence sequence(SequenceStartEvent start, String path, int depth) {
    enter(start);
    List<Node> items = new ArrayList<>();
    int size = 1;
    int height = 0;
    Event event = parser.getEvent();
    while (!(event instanceof CollectionEndEvent)) {
      Node item = node(event, Paths.item(path, items.size()), depth + 1);
      items.add(item);
      size += item.size();
      height = Math.max(height, item.height());
      event = parser.getEvent();
    }
    leave(start);
    return new Sequence(items, line(start), column(start), size, height + 1);
  }

  private Mapping mapping(MappingStartEvent start, String path, int depth) {
    enter(start);
    Members members = new Members(reading, path);
    Event event = parser.getEvent();
    while (!(event instanceof CollectionEndEvent)) {
      Scalar key = key(event, path, depth + 1);
      String below = key == null ? path : Paths.child(path, key.text());
      Node value = node(parser.getEvent(), below, depth + 1);
      if (key != null) {
        members.add(key, value);
      }
      event = parser.getEvent();
    }
    leave(start);
    return members.mapping(line(start), column(start));
  }

  private @Nullable Scalar key(Event event, String path, int depth) {
    Node key = node(event, path, depth);
    if (key instanceof Scalar scalar) {
      return scalar;
    }
    if (!(key instanceof Broken)) {
      reading.error(
          line(event), column(event), path, "a key must be a single word, not a list or a mapping");
    }
    return null;
  }

  private Node alias(AliasEvent event, String path, int depth) {
    String name = event.getAnchor();
    Node target = anchors.get(name);
    if (target == null) {
      reading.error(
          line(event),
          column(event),
          path,
          "the alias *"
              + name
              + " has no anchor before it; if it is a name, quote it: \"*"
              + name
              + "\"");
      return new Broken(line(event), column(event));
    }
    if (target == OPEN) {
      reading.error(
          line(event), column(event), path, "the alias *" + name + " stands inside its own anchor");
      return new Broken(line(event), column(event));
    }
    count(event, target.size());
    if (depth - 1 + target.height() > MAX_DEPTH) {
      throw tooMuch(event, "nested more than " + MAX_DEPTH + " deep by the alias *" + name);
    }
    return target;
  }

  private void enter(CollectionStartEvent start) {
    if (start.isFlow()) {
      flowDepth++;
    }
  }

  private void leave(CollectionStartEvent start) {
    if (start.isFlow()) {
      flowDepth--;
    }
  }

  private void refuseTag(@Nullable String tag, Event event, String path) {
    if (tag != null) {
      reading.error(
          line(event),
          column(event),
          path,
          "the tag "
              + shown(tag)
              + " is refused; remove it, or quote the value if ! belongs to it");
    }
  }

  /** As written, where it is one of YAML's own. */
  private static String shown(String tag) {
    String own = "tag:yaml.org,2002:";
    return tag.startsWith(own) ? "!!" + tag.substring(own.length()) : tag;
  }

  private void count(Event event, int more) {
    nodes += more;
    if (nodes > MAX_NODES) {
      throw tooMuch(event, "more than " + MAX_NODES + " values, aliases expanded");
    }
  }

  private TooMuch tooMuch(Event event, String what) {
    reading.error(line(event), column(event), "", what + "; no rule file needs that");
    return new TooMuch();
  }

  private static int line(Event event) {
    return event.getStartMark().getLine() + 1;
  }

  private static int column(Event event) {
    return event.getStartMark().getColumn() + 1;
  }

  /** Ends composing; the reason has been reported. */
  private static final class TooMuch extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooMuch() {
      super(null, null, false, false);
    }
  }
}
