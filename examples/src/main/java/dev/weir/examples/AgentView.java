package dev.weir.examples;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The agent's MBean in another JVM of this user, read over JMX by attaching to it. */
final class AgentView implements AutoCloseable {

  private static final int MBEAN_SECONDS = 15;

  private final JMXConnector connector;
  private final MBeanServerConnection server;
  private final ObjectName name;

  private AgentView(JMXConnector connector, ObjectName name) throws IOException {
    this.connector = connector;
    this.server = connector.getMBeanServerConnection();
    this.name = name;
  }

  /**
   * @throws IOException if the JVM cannot be attached to, or has no agent
   */
  // The address is that of a JVM which this program has started itself.
  @SuppressWarnings("BanJNDI")
  static AgentView of(long pid) throws IOException, JMException, InterruptedException {
    JMXServiceURL address = new JMXServiceURL(managementAddress(pid));
    AgentView view =
        new AgentView(JMXConnectorFactory.connect(address), new ObjectName("dev.weir:type=Weir"));
    view.awaitMBean();
    return view;
  }

  /**
   * What all tools of the JDK do: have the JVM open a management port on loopback, and ask where.
   */
  private static String managementAddress(long pid) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        return machine.startLocalManagementAgent();
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException failure) {
      throw new IOException("cannot attach to the shop's JVM " + pid, failure);
    }
  }

  /** The agent registers its MBean a moment after the start, not to slow that down. */
  private void awaitMBean() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + MBEAN_SECONDS * 1_000_000_000L;
    while (!server.isRegistered(name)) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("the shop's JVM has no " + name + ": is the agent in it?");
      }
      Thread.sleep(100);
    }
  }

  Snapshot read() throws IOException, JMException {
    List<Snapshot.Counts> entries = new ArrayList<>();
    for (CompositeData entry : (CompositeData[]) attribute("Entries")) {
      entries.add(counts(entry));
    }
    return new Snapshot(
        System.nanoTime(),
        (String) attribute("Mode"),
        (String) attribute("RulesHash"),
        (Boolean) attribute("RulesValid"),
        (Long) attribute("InFlight"),
        (Long) attribute("SuppressedFailures"),
        entries);
  }

  private Object attribute(String attribute) throws IOException, JMException {
    try {
      return server.getAttribute(name, attribute);
    } catch (InstanceNotFoundException gone) {
      throw new IOException("the agent's MBean is gone", gone);
    }
  }

  private static Snapshot.Counts counts(CompositeData entry) {
    return new Snapshot.Counts(
        (String) entry.get("name"),
        (Long) entry.get("passed"),
        byReason((TabularData) entry.get("blocked")),
        (Long) entry.get("wouldBlock"),
        (Long) entry.get("completed"),
        (Long) entry.get("rtSumNanos"));
  }

  private static Map<String, Long> byReason(TabularData table) {
    Map<String, Long> blocked = new TreeMap<>();
    for (Object row : table.values()) {
      CompositeData pair = (CompositeData) row;
      blocked.put((String) pair.get("key"), (Long) pair.get("value"));
    }
    return blocked;
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
