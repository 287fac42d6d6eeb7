package dev.weir.agent.config;

import dev.weir.agent.config.Node.Broken;
import dev.weir.agent.config.Node.Mapping;
import dev.weir.agent.config.Node.Member;
import dev.weir.agent.config.Node.Scalar;
import dev.weir.agent.config.Node.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** The members of one mapping while it is composed: no key twice, {@code <<} merged. */
final class Members {

  private final Reading reading;
  private final String path;
  private final Map<String, Member> written = new LinkedHashMap<>();
  private int size = 1;
  private int height;

  Members(Reading reading, String path) {
    this.reading = reading;
    this.path = path;
  }

  /** The first of two equal keys stays; the second is reported. */
  void add(Scalar key, Node value) {
    Member first = written.putIfAbsent(key.text(), new Member(key, value));
    if (first == null) {
      include(value);
      return;
    }
    String message = "duplicate key, written before on line " + first.key().line();
    if (isMerge(key)) {
      message += "; to merge two, write <<: [*one, *two]";
    }
    reading.error(key, Paths.child(path, key.text()), message);
  }

  /** A key written here goes before a merged one, the first of several merged before the next. */
  Mapping mapping(int line, int column) {
    Member merge = written.get("<<");
    if (merge != null && isMerge(merge.key())) {
      written.remove("<<");
      merge(merge.value());
    }
    return new Mapping(new ArrayList<>(written.values()), line, column, size, height + 1);
  }

  private void merge(Node value) {
    if (value instanceof Sequence sequence) {
      for (Node item : sequence.items()) {
        mergeOne(item);
      }
    } else {
      mergeOne(value);
    }
  }

  private void mergeOne(Node value) {
    if (value instanceof Mapping mapping) {
      for (Member member : mapping.members()) {
        written.putIfAbsent(member.key().text(), member);
      }
    } else if (!(value instanceof Broken)) {
      reading.error(
          value, Paths.child(path, "<<"), "only a mapping can be merged, e.g. <<: *anchor");
    }
  }

  private void include(Node value) {
    size += 1 + value.size();
    height = Math.max(height, value.height());
  }

  /** A quoted {@code "<<"} is an ordinary key. */
  private static boolean isMerge(Scalar key) {
    return key.plain() && key.text().equals("<<");
  }
}
