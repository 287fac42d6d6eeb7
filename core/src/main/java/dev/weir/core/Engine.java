package dev.weir.core;

import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.chain.ActiveEntry;
import dev.weir.core.chain.CallJudge;
import dev.weir.core.chain.ChainComposer;
import dev.weir.core.chain.SlotChain;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.chain.UnlistedCalls;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.ReloadReport;
import dev.weir.core.rules.ResourceIndex;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleSet;
import dev.weir.core.window.CallTotals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules in force and all that they have counted. Any number of engines can live in a JVM.
 * Thread-safe: look-ups take no lock, and see one set of rules or the next, never a mixture.
 *
 * <p>Each look-up gives the chain that judges a call, or null where no rule holds for it.
 */
public final class Engine {

  private final Ticker ticker;
  private final long startNanos;
  private final EngineListener listener;
  private final Waiting waiting;

  /** Guards writers of {@link #state} and what they need to make the next one. */
  private final Object writing = new Object();

  private final List<CallSite> sites = new ArrayList<>();

  /** Entries that are no longer in force and may come back. */
  private static final int MAX_REMOVED = 1_000;

  /**
   * The latest of each identity, those that are no longer in force too: an entry that comes back
   * goes on where it ended. The longest unknown to a file come first.
   */
  private final Map<String, ActiveEntry> known = new LinkedHashMap<>();

  /** What was counted of entries that are known no more: it belongs to the totals. */
  private CallTotals forgotten = CallTotals.NONE;

  private final UnlistedCalls unlisted;

  private volatile State state;

  /** An engine that tells nobody what happens, and in which every thread may wait. */
  public Engine(Ticker ticker) {
    this(ticker, EngineListener.NONE, Waiting.ALLOWED);
  }

  public Engine(Ticker ticker, EngineListener listener, Waiting waiting) {
    this.ticker = ticker;
    this.startNanos = ticker.nanos();
    this.listener = listener;
    this.waiting = waiting;
    this.unlisted = new UnlistedCalls(ticker, startNanos, listener);
    this.state = state(RuleSet.EMPTY, Mode.ENFORCE, new ActiveEntry[0], List.of());
  }

  /**
   * Puts rules in force. Entries of the same identity go on with their counters; calls that were
   * admitted before end where they began.
   *
   * @param cap of the mode of every rule
   * @return what is different now
   */
  public ReloadReport apply(RuleSet rules, Mode cap) {
    synchronized (writing) {
      RuleSet before = state.rules;
      List<String> identities = rules.identities();
      List<Entry> inForce = rules.inForce();
      ActiveEntry[] entries = new ActiveEntry[identities.size()];
      for (int i = 0; i < entries.length; i++) {
        String identity = identities.get(i);
        Entry entry = inForce.get(i);
        SlotContext context = new SlotContext(entry, null, ticker, startNanos, listener, waiting);
        entries[i] = ActiveEntry.of(entry, rules.mode(), cap, context, known.get(identity));
      }
      ActiveEntry.relate(entries);
      State next = state(rules, cap, entries, sites);
      for (int i = 0; i < entries.length; i++) {
        known.remove(identities.get(i));
        known.put(identities.get(i), entries[i]);
      }
      state = next;
      forgetRemoved(entries.length);
      return ReloadReport.between(before, rules);
    }
  }

  /** Drops the oldest of too many, unless a call is inside, which has yet to be counted. */
  private void forgetRemoved(int inForce) {
    int excess = known.size() - inForce - MAX_REMOVED;
    Iterator<ActiveEntry> oldest = known.values().iterator();
    while (excess > 0 && known.size() > inForce) {
      CallTotals counted = oldest.next().contribution();
      if (counted.inFlight() == 0) {
        forgotten = forgotten.plus(counted);
        oldest.remove();
      }
      excess--;
    }
  }

  private State state(RuleSet rules, Mode cap, ActiveEntry[] entries, List<CallSite> sites) {
    ChainComposer composer = new ChainComposer(ticker, rules, entries);
    ResourceIndex<CallJudge> index = new ResourceIndex<>(rules, composer);
    boolean measuring = rules.mode().cappedBy(cap) != Mode.OFF;
    State next =
        new State(
            rules, measuring, entries, composer, index, new @Nullable CallJudge[sites.size()]);
    for (int i = 0; i < next.sites.length; i++) {
      next.sites[i] = judge(sites.get(i), next);
    }
    return next;
  }

  /**
   * The chain of an inbound request: of the entries that match it, or what measures a call that
   * none matches.
   *
   * @param path as the container decoded it
   * @param preflight whether this is a CORS pre-flight
   */
  public @Nullable CallJudge web(String method, String path, boolean preflight) {
    State current = state;
    CallJudge judge = current.index.web(method, path, preflight);
    if (judge == null) {
      return current.unlistedWeb(method, path, true);
    }
    return current.composer.isSystemOnly(judge)
        ? current.unlistedWeb(method, path, false)
        : working(judge);
  }

  /**
   * What measures an inbound request for which no entry holds, or null.
   *
   * @param exempt whether {@code system} does not hold for it either
   */
  public @Nullable SlotChain unlistedWeb(String method, String path, boolean exempt) {
    return state.unlistedWeb(method, path, exempt);
  }

  /**
   * The chain of an outbound request.
   *
   * @param port -1 for the default of the scheme
   */
  public @Nullable CallJudge http(String method, String host, int port, String path) {
    CallJudge judge = state.index.http(method, host, port, path);
    return judge != null ? working(judge) : unlistedHttp(method, host, port, path);
  }

  /** What measures an outbound request for which no entry holds, or null. */
  public @Nullable SlotChain unlistedHttp(String method, String host, int port, String path) {
    return state.measuring ? unlisted.http(method, host, port, path) : null;
  }

  /** The chain of a statement; the names as the rule file has them. */
  public @Nullable CallJudge sql(@Nullable String database, String verb, @Nullable String table) {
    CallJudge judge = state.index.sql(database, verb, table);
    return judge != null ? working(judge) : unlistedSql(database, verb, table);
  }

  /** What measures a statement for which no entry holds, or null. */
  public @Nullable SlotChain unlistedSql(
      @Nullable String database, String verb, @Nullable String table) {
    return state.measuring ? unlisted.sql(database, verb, table) : null;
  }

  /** What measures the calls of a method for which no entry holds, or null. */
  public @Nullable SlotChain unlistedMethod(String className, String methodName) {
    return state.measuring ? unlisted.method(className, methodName) : null;
  }

  /** Whether any rule in force asks which inbound request a call serves, or who called that. */
  public boolean needsServing() {
    return state.needsServing;
  }

  /** Whether calls of that kind are measured, or named by any entry in force. */
  public boolean sees(Kind kind) {
    State current = state;
    return current.measuring || current.kinds.contains(kind);
  }

  /** The rules in force. */
  public RuleSet rules() {
    return state.rules;
  }

  /** The name of an inbound request that users see, of what {@link #web} was asked. */
  public String webName(String method, String path, boolean preflight) {
    return state.index.webName(method, path, preflight);
  }

  /** The name of an outbound request that users see, of what {@link #http} was asked. */
  public String httpName(String method, String host, int port, String path) {
    return state.index.httpName(method, host, port, path);
  }

  /** The name of a statement that users see, of what {@link #sql} was asked. */
  public String sqlName(@Nullable String database, String verb, @Nullable String table) {
    return state.index.sqlName(database, verb, table);
  }

  /** The chain of a call site that {@link #site} numbered. */
  public @Nullable CallJudge method(int site) {
    return state.sites[site];
  }

  /**
   * Numbers a call site. Each call gives another number.
   *
   * @param parameterTypes names as {@link Class#getTypeName} gives them
   * @param classAnnotations names of the annotations on the class
   */
  public int site(
      String className,
      String methodName,
      List<String> parameterTypes,
      List<String> classAnnotations) {
    CallSite site = new CallSite(className, methodName, parameterTypes, classAnnotations);
    synchronized (writing) {
      State now = state;
      int number = sites.size();
      @Nullable CallJudge[] judges = Arrays.copyOf(now.sites, number + 1);
      judges[number] = judge(site, now);
      sites.add(site);
      state = new State(now.rules, now.measuring, now.entries, now.composer, now.index, judges);
      return number;
    }
  }

  private @Nullable CallJudge judge(CallSite site, State in) {
    CallJudge judge = site.judge(in.index);
    if (judge != null) {
      return working(judge);
    }
    return in.measuring ? unlisted.method(site.className, site.methodName) : null;
  }

  /** Null if its entries are off: neither judged nor counted. */
  private static @Nullable CallJudge working(CallJudge judge) {
    return judge instanceof SlotChain chain && chain.isIdle() ? null : judge;
  }

  /** What has been counted so far. */
  public EngineSnapshot snapshot() {
    return new EngineSnapshot(totals(), entries(), unlisted());
  }

  /** All calls, each counted once however many entries it matches. */
  public CallTotals totals() {
    synchronized (writing) {
      CallTotals all = unlisted.totals().plus(forgotten);
      for (ActiveEntry active : known.values()) {
        all = all.plus(active.contribution());
      }
      return all;
    }
  }

  /** What was counted of each entry in force, in the order of the file. */
  public List<EntrySnapshot> entries() {
    long now = ticker.nanos();
    List<EntrySnapshot> entries = new ArrayList<>();
    for (ActiveEntry active : state.entries) {
      entries.add(active.snapshot(now));
    }
    return entries;
  }

  /** What was counted of calls that no entry matches, by name. */
  public List<EntrySnapshot> unlisted() {
    return unlisted.snapshots(ticker.nanos());
  }

  /** For tests: how many entries are remembered, those in force too. */
  int knownEntries() {
    synchronized (writing) {
      return known.size();
    }
  }

  /** Where a method is called. The annotations are those of its class. */
  private record CallSite(
      String className,
      String methodName,
      List<String> parameterTypes,
      List<String> classAnnotations) {

    @Nullable CallJudge judge(ResourceIndex<CallJudge> index) {
      return index.method(className, methodName, parameterTypes, classAnnotations);
    }
  }

  /** All that a look-up reads, replaced as a whole. Once in force, it is never written to again. */
  private final class State {
    final RuleSet rules;
    final boolean measuring;
    final ActiveEntry[] entries;
    final ChainComposer composer;
    final ResourceIndex<CallJudge> index;
    final @Nullable CallJudge[] sites;
    final boolean needsServing;
    final Set<Kind> kinds = EnumSet.noneOf(Kind.class);

    State(
        RuleSet rules,
        boolean measuring,
        ActiveEntry[] entries,
        ChainComposer composer,
        ResourceIndex<CallJudge> index,
        @Nullable CallJudge[] sites) {
      this.rules = rules;
      this.measuring = measuring;
      this.entries = entries;
      this.composer = composer;
      this.index = index;
      this.sites = sites;
      boolean anyNeedsServing = false;
      for (Entry entry : rules.inForce()) {
        anyNeedsServing |= entry.needsServing();
        for (ResourcePattern pattern : entry.match()) {
          kinds.add(pattern.kind());
        }
      }
      needsServing = anyNeedsServing;
    }

    @Nullable SlotChain unlistedWeb(String method, String path, boolean exempt) {
      return measuring ? unlisted.web(method, path, exempt ? null : composer.system()) : null;
    }
  }
}
