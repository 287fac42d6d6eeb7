package dev.weir.agent.config;

import dev.weir.core.rules.RuleProblem;
import dev.weir.core.rules.RuleSet;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sees that a rule file has changed and says so, within half a second.
 *
 * <p><b>How.</b> Five times a second the file is opened and its content compared with what was read
 * last. That sees every manner of change alike: rewritten in place, replaced by rename, a directory
 * on the way exchanged under it, as a Kubernetes ConfigMap does; also a rewrite that keeps size and
 * modification time, which a {@code stat} would miss. The system's watch service was not taken: it
 * watches directories, loses sight of one that is a symbolic link, and is silent on network file
 * systems.
 *
 * <p><b>Half-written files.</b> A new content counts once two readings in a row, 100 ms apart,
 * found the same. A writer that pauses for longer between two halves, the first of which is valid,
 * cannot be told from one that has ended; who writes to another file and renames has no such
 * moment.
 *
 * <p>One thread at a time calls {@link #read} and {@link #poll}; the state may be read by any.
 */
public final class RuleWatch implements AutoCloseable {

  /** Told on the watching thread. */
  public interface Listener {

    /**
     * The file has other rules than before. What is thrown here leaves those before in force.
     *
     * @param hash of the content, for people
     */
    void changed(RuleSet rules, String hash, List<RuleProblem> warnings);

    /** The file is not what it should be; the rules in force stay. Once for each such content. */
    void refused(List<RuleProblem> problems);

    /** The file, wrong before, again holds the rules that are in force. */
    void restored();

    /** The file was looked at, with whatever result. */
    default void looked() {}
  }

  private static final long INTERVAL_MILLIS = 200;
  private static final long SETTLE_MILLIS = 100;

  /** After so many readings that all differed, no two equal ones are waited for. */
  private static final int MAX_UNSETTLED = 4;

  private final Path path;
  private final String name;
  private final Environment environment;
  private final Listener listener;
  private final Thread thread = new Watcher();

  /** Null while the watch knows of no rules in force. */
  private @Nullable FileContent inForce;

  /** What the listener has been told of, or the first reader. */
  private @Nullable FileContent judged;

  private @Nullable FileContent candidate;
  private int unsettled;
  private volatile List<RuleProblem> problems = List.of();

  /** Nothing is read before {@link #read}, nothing watched before {@link #start}. */
  public RuleWatch(Path path, Environment environment, Listener listener) {
    // The directory that a relative name starts from does not change with the application's ideas.
    this.path = path.toAbsolutePath();
    this.name = path.toString();
    this.environment = environment;
    this.listener = listener;
  }

  /**
   * Reads the file as it is now, for whoever puts its rules in force before anything is watched.
   * The listener is told of what differs from this.
   */
  public RuleFile read() {
    FileContent content = FileContent.of(path);
    RuleFile file = RuleFile.of(name, content, environment);
    judged = content;
    inForce = file.valid() ? content : null;
    problems = file.errors();
    return file;
  }

  /** Begins to watch, on a daemon thread of its own. */
  public void start() {
    thread.start();
  }

  /** Whether the file, as last read, is right. */
  public boolean valid() {
    return problems.isEmpty();
  }

  /** What is wrong with the file as last read. */
  public List<RuleProblem> problems() {
    return problems;
  }

  /** Looks once. */
  void poll() {
    FileContent seen = FileContent.of(path);
    if (seen.equals(judged)) {
      candidate = null;
      unsettled = 0;
    } else if (seen.equals(candidate) || unsettled == MAX_UNSETTLED) {
      candidate = null;
      unsettled = 0;
      judge(seen);
    } else {
      candidate = seen;
      unsettled++;
    }
  }

  private void judge(FileContent content) {
    judged = content;
    if (content.equals(inForce)) {
      problems = List.of();
      listener.restored();
      return;
    }
    RuleFile file = RuleFile.of(name, content, environment);
    RuleSet rules = file.rules();
    if (rules == null) {
      refuse(file.errors());
      return;
    }
    try {
      listener.changed(rules, file.hash(), file.warnings());
      inForce = content;
      problems = List.of();
    } catch (RuntimeException | LinkageError e) {
      refuse(List.of(new RuleProblem(name, 0, 0, "", "could not be put in force: " + e)));
    }
  }

  /** Whatever was being judged is judged anew. */
  private void failed(Throwable failure) {
    judged = null;
    try {
      problems = List.of(new RuleProblem(name, 0, 0, "", "the watch failed: " + failure));
    } catch (Throwable stillNoMemory) {
      unsettled = 0;
    }
  }

  private void refuse(List<RuleProblem> found) {
    problems = found;
    listener.refused(found);
  }

  /** Ends the watching; waits for a change that is just being put in force. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(5_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Watcher extends Thread {

    Watcher() {
      super("weir-watch");
      setDaemon(true);
      setContextClassLoader(null); // holds no application
    }

    @Override
    public void run() {
      while (!isInterrupted()) {
        try {
          Thread.sleep(candidate == null ? INTERVAL_MILLIS : SETTLE_MILLIS);
          poll();
          listener.looked();
        } catch (InterruptedException e) {
          return; // closed
        } catch (Throwable e) {
          // From the listener's own telling, or for want of memory, which may be there again at the
          // next look. An end of this thread would go unnoticed, or end an application that takes
          // any thread's for its own.
          failed(e);
        }
      }
    }
  }
}
