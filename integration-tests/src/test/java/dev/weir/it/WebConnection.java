package dev.weir.it;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One connection, which is kept. Each request is written in one piece, so that the container has
 * its body when it answers: a client that sends the body behind the headers may find that a
 * container, Jetty for one, has answered without it and closed the connection, whoever refused.
 */
final class WebConnection implements AutoCloseable {

  private final Socket socket;
  private final InputStream in;

  WebConnection(int port) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(30_000);
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Status and body of the answer. */
  Exchange send(String method, String path, String body) {
    String request =
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    try {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return read();
    } catch (IOException e) {
      throw new AssertionError(method + " " + path + ": " + e, e);
    }
  }

  private Exchange read() throws IOException {
    int status = Integer.parseInt(line().split(" ", -1)[1]);
    int length = -1;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
        length = Integer.parseInt(header.substring(header.indexOf(':') + 1).trim());
      }
    }
    if (length < 0) {
      throw new IOException("an answer of " + status + " without Content-Length");
    }
    return new Exchange(status, new String(in.readNBytes(length), StandardCharsets.US_ASCII));
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("the connection ended after \"" + line + '"');
      }
      line.append((char) next);
    }
    return line.toString().trim();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  record Exchange(int status, String body) {}
}
