package dev.weir.core.rules;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A place in a trie of path templates. A path is walked segment by segment: the literal child is
 * found by hashing the segment where it stands in the path, so that nothing is cut out; beside it
 * go the child for any segment and those with {@code *} in a segment. A place is visited at most
 * once in a walk, always in the same order. Filled while an index is built, only read after.
 */
final class PathNode {

  private static final PathNode[] NONE = {};

  /** Open hash table by the segment's {@link String#hashCode}; its length is a power of two. */
  private @Nullable PathNode[] literals = NONE;

  private int literalCount;
  private @Nullable PathNode any;
  private PathNode[] globs = NONE;

  private @Nullable PatternGroup exact;
  private @Nullable PatternGroup slash;
  private @Nullable PatternGroup tail;

  private final String segment;
  private final Glob glob;

  PathNode() {
    this("");
  }

  private PathNode(String segment) {
    this.segment = segment;
    this.glob = new Glob(segment);
  }

  void add(PathPattern path, PatternUse use, PatternGroups groups) {
    PathNode node = this;
    for (String each : path.segments()) {
      node = node.child(each);
    }
    if (path.tail()) {
      node.tail = groups.with(node.tail, use);
    } else if (path.slash()) {
      node.slash = groups.with(node.slash, use);
    } else {
      node.exact = groups.with(node.exact, use);
    }
  }

  private PathNode child(String segment) {
    if (PathPattern.isVariable(segment)) {
      any = any == null ? new PathNode(segment) : any;
      return any;
    }
    return Glob.isGlob(segment) ? globChild(segment) : literalChild(segment);
  }

  private PathNode globChild(String segment) {
    for (PathNode node : globs) {
      if (node.segment.equals(segment)) {
        return node;
      }
    }
    globs = Arrays.copyOf(globs, globs.length + 1);
    globs[globs.length - 1] = new PathNode(segment);
    return globs[globs.length - 1];
  }

  private PathNode literalChild(String segment) {
    PathNode found = literal(segment, 0, segment.length(), segment.hashCode());
    if (found != null) {
      return found;
    }
    if (2 * (literalCount + 1) > literals.length) {
      @Nullable PathNode[] before = literals;
      literals = new PathNode[Math.max(2, 2 * before.length)];
      for (PathNode node : before) {
        if (node != null) {
          insert(node);
        }
      }
    }
    PathNode node = new PathNode(segment);
    insert(node);
    literalCount++;
    return node;
  }

  private void insert(PathNode node) {
    int mask = literals.length - 1;
    int slot = spread(node.segment.hashCode()) & mask;
    while (literals[slot] != null) {
      slot = (slot + 1) & mask;
    }
    literals[slot] = node;
  }

  /**
   * Adds the groups that match what is left of {@code path} to {@code set}.
   *
   * @param from where the segments that led here end
   */
  <T> MatchSet<T> collect(String path, int from, MatchSet<T> set) {
    MatchSet<T> found = tail == null ? set : set.plus(tail);
    int length = path.length();
    int start = from;
    while (start < length && path.charAt(start) == '/') {
      start++;
    }
    if (start == length) {
      return collectEnd(start > from, found);
    }
    if (literalCount == 0 && any == null && globs.length == 0) {
      return found;
    }
    int hash = 0;
    int end = start;
    for (char c; end < length && (c = path.charAt(end)) != '/'; end++) {
      hash = 31 * hash + c;
    }
    return collectChildren(path, start, end, hash, found);
  }

  private <T> MatchSet<T> collectChildren(
      String path, int start, int end, int hash, MatchSet<T> set) {
    MatchSet<T> found = set;
    PathNode literal = literal(path, start, end, hash);
    if (literal != null) {
      found = literal.collect(path, end, found);
    }
    if (any != null) {
      found = any.collect(path, end, found);
    }
    for (PathNode node : globs) {
      if (node.glob.matches(path, start, end)) {
        found = node.collect(path, end, found);
      }
    }
    return found;
  }

  private <T> MatchSet<T> collectEnd(boolean withSlash, MatchSet<T> set) {
    MatchSet<T> found = exact == null ? set : set.plus(exact);
    return withSlash && slash != null ? found.plus(slash) : found;
  }

  private @Nullable PathNode literal(String path, int start, int end, int hash) {
    if (literalCount == 0) {
      return null;
    }
    int mask = literals.length - 1;
    for (int slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      PathNode node = literals[slot];
      if (node == null
          || (node.segment.length() == end - start && path.startsWith(node.segment, start))) {
        return node;
      }
    }
  }

  private static int spread(int hash) {
    return hash ^ (hash >>> 16);
  }
}
