package dev.weir.core.chain;

import dev.weir.core.EngineEvent;
import dev.weir.core.EngineListener;
import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.Kind;
import dev.weir.core.Ticker;
import dev.weir.core.names.NameTable;
import dev.weir.core.rules.ResourceName;
import dev.weir.core.window.CallTotals;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Measures the calls that no entry matches, or that are exempt: by name, with what looks variable
 * in it left out. No rule depends on it. Safe for use by many threads.
 */
public final class UnlistedCalls {

  /** Of each kind; all further calls of the kind are measured together. */
  static final int MAX_NAMES = 1_000;

  /** After which a name that is not heard of makes room for another. */
  static final long IDLE_NANOS = 600_000_000_000L;

  private final Ticker ticker;
  private final long originNanos;
  private final EngineListener listener;
  private final Names web;
  private final Names http;
  private final Names sql;
  private final Names method;
  private final List<Names> kinds;

  /** Holds no object of the application. */
  @SuppressWarnings("ThreadLocalUsage") // as many as there are engines
  private final ThreadLocal<StringBuilder> buffers = new Buffers();

  /**
   * Nothing measured yet.
   *
   * @param originNanos when the engine began
   */
  public UnlistedCalls(Ticker ticker, long originNanos, EngineListener listener) {
    this.ticker = ticker;
    this.originNanos = originNanos;
    this.listener = listener;
    this.web = new Names(Kind.WEB);
    this.http = new Names(Kind.HTTP);
    this.sql = new Names(Kind.SQL);
    this.method = new Names(Kind.METHOD);
    this.kinds = List.of(web, http, sql, method);
  }

  /**
   * What measures an inbound request.
   *
   * @param system the entry whose rules hold for it all the same, or null
   */
  public SlotChain web(String method, String path, @Nullable ActiveEntry system) {
    StringBuilder name = buffer();
    ResourceName.appendWeb(name, method, path);
    Named named = web.table.get(name);
    return system == null ? named.chain : named.guarded(system, ticker);
  }

  /** What measures an outbound request. */
  public SlotChain http(String method, String host, int port, String path) {
    StringBuilder name = buffer();
    ResourceName.appendHttp(name, method, host, port, path);
    return http.table.get(name).chain;
  }

  /** What measures a statement. */
  public SlotChain sql(@Nullable String database, String verb, @Nullable String table) {
    StringBuilder name = buffer();
    ResourceName.appendSql(name, database, verb, table);
    return sql.table.get(name).chain;
  }

  /** What measures the calls of a method. */
  public SlotChain method(String className, String methodName) {
    StringBuilder name = buffer();
    return method.table.get(name.append(ResourceName.method(className, methodName))).chain;
  }

  private StringBuilder buffer() {
    StringBuilder buffer = buffers.get();
    buffer.setLength(0);
    return buffer;
  }

  /** All calls, those of names that made room for others too. */
  public CallTotals totals() {
    CallTotals totals = CallTotals.NONE;
    for (Names names : kinds) {
      totals = totals.plus(names.totals());
    }
    return totals;
  }

  /** By name, those with calls, in the order of their names. */
  public List<EntrySnapshot> snapshots(long now) {
    List<EntrySnapshot> snapshots = new ArrayList<>();
    for (Names names : kinds) {
      for (Named named : names.table.all()) {
        EntrySnapshot snapshot = named.counters.snapshot(named.name, List.of(), List.of(), now);
        if (snapshot.passed() > 0) {
          snapshots.add(snapshot);
        }
      }
    }
    snapshots.sort(Comparator.comparing(EntrySnapshot::name));
    return snapshots;
  }

  private static final class Buffers extends ThreadLocal<StringBuilder> {
    @Override
    protected StringBuilder initialValue() {
      return new StringBuilder();
    }
  }

  /** A name, and what measures its calls. */
  private static final class Named {
    final String name;
    final EntryCounters counters;
    final SlotChain chain;

    /** The same behind the rules of {@code system}; replaced when they are. */
    private volatile @Nullable Guarded guarded;

    Named(String name, Ticker ticker, long originNanos) {
      this.name = name;
      this.counters = new EntryCounters(originNanos);
      this.chain = new SlotChain(ticker, new Step[0], new EntryCounters[] {counters});
    }

    SlotChain guarded(ActiveEntry system, Ticker ticker) {
      Guarded known = guarded;
      if (known == null || known.system != system) {
        EntryCounters[] both = {system.counters(), counters};
        known = new Guarded(system, SlotChain.of(ticker, system.parts(), both));
        guarded = known;
      }
      return known.chain;
    }
  }

  /** A chain, and whose rules it begins with. */
  private static final class Guarded {
    final ActiveEntry system;
    final SlotChain chain;

    Guarded(ActiveEntry system, SlotChain chain) {
      this.system = system;
      this.chain = chain;
    }
  }

  /** The names of one kind. */
  private final class Names implements NameTable.Values<Named> {
    private final Kind kind;
    private final NameTable<Named> table;

    /** Those that made room: a call may have found its name just before, and count later. */
    private final ArrayDeque<Gone> gone = new ArrayDeque<>();

    private CallTotals longGone = CallTotals.NONE;

    Names(Kind kind) {
      this.kind = kind;
      this.table = new NameTable<>(ticker, MAX_NAMES, kind.scheme() + ":other", this);
    }

    @Override
    public Named value(String name) {
      return new Named(name, ticker, originNanos);
    }

    @Override
    public boolean isIdle(Named named, long now) {
      return kind != Kind.METHOD // a call site keeps its name
          && now - named.counters.lastActivityNanos(now) >= IDLE_NANOS
          && named.counters.contribution().inFlight() == 0;
    }

    @Override
    public void dropped(Named named) {
      synchronized (gone) {
        long now = ticker.nanos();
        while (!gone.isEmpty() && now - gone.peekFirst().nanos >= IDLE_NANOS) {
          longGone = longGone.plus(gone.removeFirst().named.counters.contribution());
        }
        gone.addLast(new Gone(named, now));
      }
    }

    CallTotals totals() {
      // What is dropped from here on waits for the lock; what was just dropped may be in both.
      synchronized (gone) {
        Set<Named> counted = new HashSet<>(table.all());
        for (Gone each : gone) {
          counted.add(each.named);
        }
        CallTotals totals = longGone;
        for (Named named : counted) {
          totals = totals.plus(named.counters.contribution());
        }
        return totals;
      }
    }

    @Override
    public void exhausted(int maxNames, long now) {
      listener.on(
          new EngineEvent(
              EngineEvent.Type.NAMES_EXHAUSTED,
              kind.scheme(),
              "measuring",
              null,
              "has "
                  + maxNames
                  + " names of calls that no entry matches, and no room for more: all others are"
                  + " measured as "
                  + kind.scheme()
                  + ":other. Rules hold for every call all the same. Name the calls with variable"
                  + " parts in an entry, e.g. "
                  + kind.scheme()
                  + ":… /users/{name}, to see them as one",
              now));
    }
  }

  /** A name that made room for another. */
  private static final class Gone {
    final Named named;
    final long nanos;

    Gone(Named named, long nanos) {
      this.named = named;
      this.nanos = nanos;
    }
  }
}
