package dev.weir.core;

import dev.weir.core.EngineSnapshot.EntrySnapshot;
import dev.weir.core.chain.ActiveEntry;
import dev.weir.core.chain.ChainComposer;
import dev.weir.core.chain.SlotChain;
import dev.weir.core.chain.SlotContext;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.ReloadReport;
import dev.weir.core.rules.ResourceIndex;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.RuleSet;
import dev.weir.core.window.CallTotals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
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

  /**
   * The latest of each identity, those that are no longer in force too: all that was counted
   * belongs to the totals, and an entry that comes back goes on where it ended.
   */
  private final Map<String, ActiveEntry> known = new LinkedHashMap<>();

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
    this.state = state(RuleSet.EMPTY, new ActiveEntry[0], List.of());
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
      ActiveEntry[] entries = new ActiveEntry[identities.size()];
      for (int i = 0; i < entries.length; i++) {
        String identity = identities.get(i);
        Entry entry = rules.entries().get(i);
        SlotContext context = new SlotContext(entry, null, ticker, startNanos, listener, waiting);
        entries[i] = ActiveEntry.of(entry, rules.mode(), cap, context, known.get(identity));
      }
      State next = state(rules, entries, sites);
      for (int i = 0; i < entries.length; i++) {
        known.put(identities.get(i), entries[i]);
      }
      state = next;
      return ReloadReport.between(before, rules);
    }
  }

  private State state(RuleSet rules, ActiveEntry[] entries, List<CallSite> sites) {
    ResourceIndex<SlotChain> index = new ResourceIndex<>(rules, new ChainComposer(ticker, entries));
    @Nullable SlotChain[] chains = new @Nullable SlotChain[sites.size()];
    for (int i = 0; i < chains.length; i++) {
      chains[i] = sites.get(i).chain(index);
    }
    return new State(rules, entries, index, chains);
  }

  /**
   * The chain of an inbound request.
   *
   * @param path as the container decoded it
   * @param preflight whether this is a CORS pre-flight
   */
  public @Nullable SlotChain web(String method, String path, boolean preflight) {
    return ruling(state.index.web(method, path, preflight));
  }

  /**
   * The chain of an outbound request.
   *
   * @param port -1 for the default of the scheme
   */
  public @Nullable SlotChain http(String method, String host, int port, String path) {
    return ruling(state.index.http(method, host, port, path));
  }

  /** The chain of a statement; the names as the rule file has them. */
  public @Nullable SlotChain sql(@Nullable String database, String verb, @Nullable String table) {
    return ruling(state.index.sql(database, verb, table));
  }

  /** Whether any entry in force names calls of that kind. */
  public boolean rules(Kind kind) {
    return state.kinds.contains(kind);
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
  public @Nullable SlotChain method(int site) {
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
      @Nullable SlotChain[] chains = Arrays.copyOf(now.sites, number + 1);
      chains[number] = site.chain(now.index);
      sites.add(site);
      state = new State(now.rules, now.entries, now.index, chains);
      return number;
    }
  }

  private static @Nullable SlotChain ruling(@Nullable SlotChain chain) {
    return chain == null || chain.isIdle() ? null : chain;
  }

  /** What has been counted so far. */
  public EngineSnapshot snapshot() {
    synchronized (writing) {
      long now = ticker.nanos();
      CallTotals all = CallTotals.NONE;
      for (ActiveEntry active : known.values()) {
        all = all.plus(active.contribution());
      }
      List<EntrySnapshot> entries = new ArrayList<>();
      for (ActiveEntry active : state.entries) {
        entries.add(active.snapshot(now));
      }
      return new EngineSnapshot(all, entries);
    }
  }

  /** Where a method is called. The annotations are those of its class. */
  private record CallSite(
      String className,
      String methodName,
      List<String> parameterTypes,
      List<String> classAnnotations) {

    @Nullable SlotChain chain(ResourceIndex<SlotChain> index) {
      return ruling(index.method(className, methodName, parameterTypes, classAnnotations));
    }
  }

  /** All that a look-up reads, replaced as a whole. The arrays are never written to again. */
  private static final class State {
    final RuleSet rules;
    final ActiveEntry[] entries;
    final ResourceIndex<SlotChain> index;
    final @Nullable SlotChain[] sites;
    final Set<Kind> kinds = EnumSet.noneOf(Kind.class);

    State(
        RuleSet rules,
        ActiveEntry[] entries,
        ResourceIndex<SlotChain> index,
        @Nullable SlotChain[] sites) {
      this.rules = rules;
      this.entries = entries;
      this.index = index;
      this.sites = sites;
      for (Entry entry : rules.entries()) {
        for (ResourcePattern pattern : entry.match()) {
          kinds.add(pattern.kind());
        }
      }
    }
  }
}
