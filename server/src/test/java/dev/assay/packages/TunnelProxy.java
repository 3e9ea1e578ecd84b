package dev.assay.packages;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// An HTTP proxy that takes every tunnel to one place, whatever its client names.
final class TunnelProxy implements AutoCloseable {
  private final ServerSocket socket;
  private final int target;
  private final List<String> headers = new CopyOnWriteArrayList<>();

  TunnelProxy(int target) {
    this.target = target;
    try {
      socket = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort());
  }

  /// What clients said, from their first line to the empty one.
  List<String> headers() {
    return headers;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket far = new Socket(InetAddress.ofLiteral("127.0.0.1"), target)) {
      headers.add(header(client.getInputStream()));
      client
          .getOutputStream()
          .write("HTTP/1.1 200 Established\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      Thread up = Thread.ofVirtual().start(() -> copy(client, far));
      copy(far, client);
      up.join();
    } catch (IOException e) {
      return; // a client that left
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      return; // the other direction notices too
    }
  }

  private static String header(InputStream in) throws IOException {
    StringBuilder header = new StringBuilder();
    while (header.indexOf("\r\n\r\n") < 0) {
      header.append((char) in.read());
    }
    return header.toString();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
