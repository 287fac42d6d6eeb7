package com.acme.app;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The port by which a test drives the application: plain sockets, so that nothing of it is guarded,
 * and no stream that a test looks at. A thread a connection; group, command and arguments go in, a
 * map comes back.
 */
public final class Control {

  private final ServerSocket server;
  private final Map<String, Commands> groups = new ConcurrentHashMap<>();

  private Control(ServerSocket server) {
    this.server = server;
  }

  /** Listens on a free port of the loopback interface, from daemon threads. */
  public static Control start() throws IOException {
    Control control = new Control(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    daemon(control::accept, "control");
    return control;
  }

  public int port() {
    return server.getLocalPort();
  }

  static Thread daemon(Runnable body, String name) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void accept() {
    while (true) {
      try {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        daemon(() -> serve(socket), "control-" + socket.getPort());
      } catch (IOException gone) {
        return; // The JVM is going down.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket;
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
      while (true) {
        String group = in.readUTF();
        String command = in.readUTF();
        String[] arguments = new String[in.readInt()];
        for (int i = 0; i < arguments.length; i++) {
          arguments[i] = in.readUTF();
        }
        Map<String, String> reply = answer(group, command, arguments);
        out.writeInt(reply.size());
        for (Map.Entry<String, String> field : reply.entrySet()) {
          out.writeUTF(field.getKey());
          out.writeUTF(field.getValue());
        }
        out.flush();
      }
    } catch (EOFException done) {
      // The test has closed its end.
    } catch (IOException gone) {
      // The test was stopped in the middle of a command.
    }
  }

  private Map<String, String> answer(String group, String command, String[] arguments) {
    return Outcome.of(() -> group(group).run(command, arguments));
  }

  /** Groups are loaded when first asked for: a trimmed runtime lacks what some of them need. */
  private Commands group(String className) throws ReflectiveOperationException {
    Commands known = groups.get(className);
    if (known != null) {
      return known;
    }
    Commands loaded =
        Class.forName(className).asSubclass(Commands.class).getDeclaredConstructor().newInstance();
    Commands raced = groups.putIfAbsent(className, loaded);
    return raced == null ? loaded : raced;
  }
}
