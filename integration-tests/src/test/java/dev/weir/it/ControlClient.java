package dev.weir.it;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;

/** One connection to the application's control port. A command at a time. */
final class ControlClient implements AutoCloseable {

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  ControlClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
  }

  synchronized Reply call(String group, String command, String... arguments) {
    try {
      out.writeUTF(group);
      out.writeUTF(command);
      out.writeInt(arguments.length);
      for (String argument : arguments) {
        out.writeUTF(argument);
      }
      out.flush();
      return read();
    } catch (IOException e) {
      throw new UncheckedIOException(group + " " + command, e);
    }
  }

  private Reply read() throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      String name = in.readUTF();
      fields.put(name, in.readUTF());
    }
    return new Reply(fields);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
