package dev.weir.it;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.weir.it.Statistics.Entry;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.AttributeList;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/** The agent's MBean in another JVM, reached by attaching to it. */
final class Management implements AutoCloseable {

  private static final String NAME = "dev.weir:type=Weir";
  private static final String[] ATTRIBUTES = {
    "Passed",
    "Blocked",
    "WouldBlock",
    "InFlight",
    "SuppressedFailures",
    "RulesValid",
    "RulesSource",
    "RulesHash",
    "Mode",
    "PatternsWithoutMatch",
    "Entries",
    "Unlisted"
  };

  private final JMXConnector connector;
  private final MBeanServerConnection server;

  @SuppressWarnings("BanJNDI") // The address comes from the JVM that this test has started.
  Management(long pid) throws IOException {
    connector = JMXConnectorFactory.connect(new JMXServiceURL(localAddress(pid)));
    server = connector.getMBeanServerConnection();
  }

  private static String localAddress(long pid) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
      try {
        return machine.startLocalManagementAgent();
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException("cannot attach to " + pid, e);
    }
  }

  /** Whether the agent has registered its MBean: it does so some time after the start. */
  boolean isThere() {
    try {
      return server.isRegistered(new ObjectName(NAME));
    } catch (JMException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  Statistics read() {
    try {
      AttributeList list = server.getAttributes(new ObjectName(NAME), ATTRIBUTES);
      Map<String, Object> values = new HashMap<>();
      list.asList().forEach(attribute -> values.put(attribute.getName(), attribute.getValue()));
      return statistics(values);
    } catch (JMException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Statistics statistics(Map<String, Object> values) {
    return new Statistics(
        number(values.get("Passed")),
        counts((TabularData) present(values.get("Blocked"))),
        number(values.get("WouldBlock")),
        number(values.get("InFlight")),
        number(values.get("SuppressedFailures")),
        (Boolean) present(values.get("RulesValid")),
        String.valueOf(values.get("RulesSource")),
        String.valueOf(values.get("RulesHash")),
        String.valueOf(values.get("Mode")),
        List.of((String[]) present(values.get("PatternsWithoutMatch"))),
        entries((CompositeData[]) present(values.get("Entries"))),
        entries((CompositeData[]) present(values.get("Unlisted"))));
  }

  private static Map<String, Long> counts(TabularData table) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Object row : table.values()) {
      CompositeData pair = (CompositeData) row;
      counts.put(String.valueOf(pair.get("key")), number(pair.get("value")));
    }
    return counts;
  }

  private static Map<String, Entry> entries(CompositeData[] rows) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (CompositeData row : rows) {
      entries.put(
          String.valueOf(row.get("name")),
          new Entry(
              number(row.get("passed")),
              total(row.get("blocked")),
              number(row.get("wouldBlock")),
              number(row.get("inFlight")),
              number(row.get("completed")),
              number(row.get("failed")),
              number(row.get("rtSumNanos")),
              rules((CompositeData[]) present(row.get("rules")))));
    }
    return entries;
  }

  private static Map<String, Map<String, String>> rules(CompositeData[] rows) {
    Map<String, Map<String, String>> rules = new LinkedHashMap<>();
    for (CompositeData row : rows) {
      Map<String, String> state = new LinkedHashMap<>();
      for (Object each : ((TabularData) present(row.get("state"))).values()) {
        CompositeData pair = (CompositeData) each;
        state.put(String.valueOf(pair.get("key")), String.valueOf(pair.get("value")));
      }
      String key = (String) row.get("key");
      rules.put(row.get("name") + (key == null ? "" : " " + key), state);
    }
    return rules;
  }

  /** Counts by reason, added up. */
  private static long total(@Nullable Object value) {
    if (value instanceof Number count) {
      return count.longValue();
    }
    long total = 0;
    for (long count : counts((TabularData) present(value)).values()) {
      total += count;
    }
    return total;
  }

  private static long number(@Nullable Object value) {
    return ((Number) present(value)).longValue();
  }

  private static Object present(@Nullable Object value) {
    if (value == null) {
      throw new AssertionError("the MBean lacks an attribute");
    }
    return value;
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
