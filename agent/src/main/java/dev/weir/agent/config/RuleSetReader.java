package dev.weir.agent.config;

import dev.weir.core.Kind;
import dev.weir.core.Mode;
import dev.weir.core.rules.AddressRange;
import dev.weir.core.rules.ClientIp;
import dev.weir.core.rules.Entry;
import dev.weir.core.rules.Exemption;
import dev.weir.core.rules.Instrument;
import dev.weir.core.rules.MethodPattern;
import dev.weir.core.rules.OnBlock;
import dev.weir.core.rules.ResourcePattern;
import dev.weir.core.rules.Rule;
import dev.weir.core.rules.RuleSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A whole file, from its typed values. */
final class RuleSetReader {

  private final Reading reading;

  RuleSetReader(Reading reading) {
    this.reading = reading;
  }

  /** Of no use where errors have been reported; all of them are then. */
  RuleSet read(Values file) {
    OnBlockReader onBlocks = new OnBlockReader(reading);
    Values written = file.get(Schema.FILE_ON_BLOCK);
    OnBlock onBlock = written == null ? OnBlock.DEFAULT : onBlocks.read(written, Set.of());
    EntryReader entryReader = new EntryReader(reading, onBlocks, onBlock, file);
    List<Entry> entries = new ArrayList<>();
    for (Values values : file.list(Schema.RESOURCES)) {
      Entry entry = entryReader.read(values);
      if (entry != null) {
        entries.add(entry);
        checkUnlisted(entry, values, file);
        checkDoors(entry, values, file);
      }
    }
    new ConditionsReader(reading, file).warnOfOther(file.list(Schema.RESOURCES));
    Mode mode = file.get(Schema.MODE);
    return new RuleSet(
        mode == null ? Mode.ENFORCE : mode,
        file.get(Schema.APP),
        instrument(file, entries),
        exempt(file),
        system(file, onBlock),
        entries,
        file.get(Schema.CALLER),
        clientIp(file));
  }

  private @Nullable ClientIp clientIp(Values file) {
    Values written = file.get(Schema.FILE_CLIENT_IP);
    String header = written == null ? null : written.get(Schema.CLIENT_IP_HEADER);
    List<AddressRange> trusted = written == null ? null : written.get(Schema.TRUSTED_PROXIES);
    if (written == null || header == null || trusted == null) {
      return null;
    }
    for (AddressRange range : trusted) {
      if (range.isEverything()) {
        reading.warn(
            written,
            Schema.TRUSTED_PROXIES,
            Quoted.of(range.text()) + " trusts everybody: any client may say any address");
      }
    }
    return new ClientIp(header, trusted);
  }

  private static Instrument instrument(Values file, List<Entry> entries) {
    Values written = file.get(Schema.INSTRUMENTED);
    if (written == null) {
      return Instrument.DEFAULT;
    }
    // By text: the equals and hashCode of a record are spun by the JVM when first called.
    Set<String> ofEntries = new HashSet<>();
    for (Entry entry : entries) {
      for (ResourcePattern pattern : entry.match()) {
        ofEntries.add(pattern.text());
      }
    }
    List<MethodPattern> methods = new ArrayList<>();
    for (MethodPattern method : written.list(Schema.METHODS)) {
      if (ofEntries.add(method.text())) {
        methods.add(method);
      }
    }
    return new Instrument(
        written.is(Schema.WEB_DOOR, true),
        written.is(Schema.HTTP_DOOR, true),
        written.is(Schema.SQL_DOOR, true),
        methods,
        written.list(Schema.EXCLUDE));
  }

  /** Of all rules, and of {@code system} alone. */
  private List<Exemption> exempt(Values file) {
    List<Exemption> exempt = new ArrayList<>();
    addExemptions(file.list(Schema.EXEMPT), false, exempt);
    Values system = file.get(Schema.SYSTEM);
    if (system != null) {
      addExemptions(system.list(Schema.SYSTEM_KEYS.exempt), true, exempt);
    }
    return exempt;
  }

  private void addExemptions(List<Values> written, boolean systemOnly, List<Exemption> exempt) {
    for (Values exemption : written) {
      checkExemption(exemption, systemOnly);
      exempt.add(
          new Exemption(
              exemption.list(Schema.EXEMPT_MATCH), exemption.list(Schema.EXEMPT_WHEN), systemOnly));
    }
  }

  private void checkExemption(Values exemption, boolean systemOnly) {
    if (!exemption.wants(Schema.EXEMPT_MATCH) && !exemption.wants(Schema.EXEMPT_WHEN)) {
      reading.error(exemption.node(), exemption.path(), "match or when is required: which calls");
    }
    boolean requestsOnly = systemOnly || exemption.has(Schema.EXEMPT_WHEN);
    for (ResourcePattern pattern : exemption.list(Schema.EXEMPT_MATCH)) {
      if (requestsOnly && pattern.kind() != Kind.WEB) {
        String calls = " " + pattern.kind().scheme() + " calls";
        reading.warnNoEffect(
            exemption,
            Schema.EXEMPT_MATCH,
            systemOnly ? "system refuses no" + calls : "when is asked of requests, not of" + calls);
      }
    }
  }

  private @Nullable Entry system(Values file, OnBlock onBlock) {
    Values written = file.get(Schema.SYSTEM);
    if (written == null) {
      return null;
    }
    Schema.SYSTEM_KEYS.warn(written, reading);
    Values instrument = file.get(Schema.INSTRUMENTED);
    if (instrument != null && !instrument.is(Schema.WEB_DOOR, true)) {
      reading.warnNoEffect(file, Schema.SYSTEM, "instrument.web is false");
    }
    List<Rule> rules = Schema.SYSTEM_KEYS.rules(written);
    return rules.isEmpty() ? null : Entry.system(rules, onBlock);
  }

  private void checkUnlisted(Entry entry, Values values, Values file) {
    if (!entry.unlisted()) {
      return;
    }
    for (Values other : file.list(Schema.RESOURCES)) {
      for (ResourcePattern pattern : other.list(Schema.MATCH)) {
        if (other != values && EntryReader.lists(entry.match(), pattern)) {
          reading.warn(
              values,
              Schema.UNLISTED,
              other.path() + " lists " + Quoted.of(pattern.text()) + ", too: such calls go there");
        }
      }
    }
  }

  private void checkDoors(Entry entry, Values values, Values file) {
    Values instrument = file.get(Schema.INSTRUMENTED);
    if (instrument == null) {
      return;
    }
    Set<Kind> told = new HashSet<>();
    for (ResourcePattern pattern : entry.match()) {
      Key<Boolean> door = door(pattern.kind());
      if (door != null && !instrument.is(door, true) && told.add(pattern.kind())) {
        reading.warnNoEffect(values, Schema.MATCH, "instrument." + door.name() + " is false");
      }
    }
  }

  private static @Nullable Key<Boolean> door(Kind kind) {
    if (kind == Kind.WEB) {
      return Schema.WEB_DOOR;
    }
    if (kind == Kind.HTTP) {
      return Schema.HTTP_DOOR;
    }
    return kind == Kind.SQL ? Schema.SQL_DOOR : null;
  }
}
