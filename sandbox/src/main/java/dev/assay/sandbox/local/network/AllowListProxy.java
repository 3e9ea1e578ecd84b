package dev.assay.sandbox.local.network;

import dev.assay.sandbox.evidence.EvidenceBook;
import dev.assay.skill.sandbox.PortConnection;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// An HTTP proxy for one sandbox. Its clients are inside and reach it only through the agent; it
/// connects to hosts on the list and refuses all others with 403, and everything that goes to such
/// a host and is meant for another one.
public final class AllowListProxy {
  private static final int CONNECT_MILLIS = 10_000;

  /// Where it listens, inside.
  public static final int PORT = 3128;

  private final AllowList allowed;
  private final EvidenceBook book;

  public AllowListProxy(AllowList allowed, EvidenceBook book) {
    this.allowed = allowed;
    this.book = book;
  }

  /// By which programs inside find it.
  public static Map<String, String> variables() {
    Map<String, String> variables = new TreeMap<>();
    for (String name : List.of("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")) {
      variables.put(name, "http://127.0.0.1:" + PORT);
    }
    variables.put("no_proxy", "localhost,127.0.0.1,::1");
    variables.put("NO_PROXY", "localhost,127.0.0.1,::1");
    return variables;
  }

  /// Serves one client to its end; never throws for what the client or the far side does.
  public void serve(PortConnection client) {
    try (client) {
      BufferedInputStream in = new BufferedInputStream(client.input(), 16 * 1024);
      try {
        Optional<HttpRequest> request = HttpRequest.read(in);
        if (request.isPresent()) {
          serve(client, in, request.get());
        }
      } catch (HttpRequest.Unclear e) {
        refuse(client, 400, String.valueOf(e.getMessage()));
      }
    } catch (IOException | IllegalArgumentException e) {
      return; // a broken client or far side ends its connection, nothing else
    }
  }

  private void serve(PortConnection client, BufferedInputStream in, HttpRequest request)
      throws IOException {
    URI target = request.uri();
    String host = target.getHost();
    if (host == null || !(request.isTunnel() || "http".equalsIgnoreCase(target.getScheme()))) {
      book.asked(legible(request.target()), 0, Instant.now());
      refuse(client, 400, "The request names no host, or is not for http.");
      return;
    }
    Destination destination = new Destination(host, target.getPort() > 0 ? target.getPort() : 80);
    book.asked(host, destination.port(), Instant.now());
    Optional<String> other = destination.other(request.hosts());
    if (other.isPresent()) {
      elsewhere(destination, other.get());
      refuse(client, 403, "The header Host names another host than the request.");
    } else if (!RequestBody.isClear(request)) {
      refuse(client, 400, "Where the request ends is not clear.");
    } else {
      connect(client, in, destination, request);
    }
  }

  /// Records what was asked for under the name of another host.
  private void elsewhere(Destination destination, String claimed) {
    book.asked(legible(claimed), destination.port(), Instant.now());
  }

  private static String legible(String text) {
    String plain = text.replaceAll("[^!-~]", "?");
    return plain.substring(0, Math.min(plain.length(), 200));
  }

  private void connect(
      PortConnection client, BufferedInputStream in, Destination to, HttpRequest request)
      throws IOException {
    String host = to.host();
    if (!allowed.allows(host, to.port())) {
      refuse(client, 403, host + ":" + to.port() + " is not on this sandbox's allow-list.");
      return;
    }
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      refuse(client, 502, host + " is not known.");
      return;
    }
    if (!allowed.mayLeadTo(host, address)) {
      refuse(client, 403, host + " leads to an address that is not for sandboxes.");
      return;
    }
    try (Socket far = new Socket()) {
      try {
        far.connect(new InetSocketAddress(address, to.port()), CONNECT_MILLIS);
      } catch (IOException e) {
        refuse(client, 502, host + ":" + to.port() + " cannot be reached.");
        return;
      }
      book.granted(host, to.port(), Instant.now());
      if (request.isTunnel()) {
        write(client.output(), "HTTP/1.1 200 Connection established\r\n\r\n");
      }
      join(client, far, () -> up(client, in, to, request, far));
    }
  }

  /// What the client sends, to its end or to the first thing that is for another host.
  private void up(
      PortConnection client,
      BufferedInputStream in,
      Destination to,
      HttpRequest request,
      Socket far)
      throws IOException {
    if (!request.isTunnel()) {
      write(far.getOutputStream(), request.forOrigin(to.authority(80)));
      RequestBody.pass(request, in, far.getOutputStream());
      return;
    }
    Optional<Tunnel.Refusal> refusal = new Tunnel(to, in, far.getOutputStream()).pass();
    if (refusal.isPresent()) {
      elsewhere(to, refusal.get().claimed().isEmpty() ? to.host() : refusal.get().claimed());
      write(client.output(), refusal.get().answer());
      far.close();
    } else {
      far.shutdownOutput();
    }
  }

  /// One direction of a connection.
  private interface Direction {
    void pass() throws IOException;
  }

  private static void join(PortConnection client, Socket far, Direction upwards)
      throws IOException {
    Thread up =
        Thread.ofVirtual()
            .name("sandbox-proxy")
            .start(
                () -> {
                  try {
                    upwards.pass();
                  } catch (IOException e) {
                    close(far); // the other direction notices too
                  }
                });
    try {
      far.getInputStream().transferTo(client.output());
    } finally {
      client.output().close();
      up.interrupt();
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      return; // it is of no use any more
    }
  }

  private static void refuse(PortConnection client, int code, String reason) throws IOException {
    write(client.output(), answer(code, reason));
    client.output().close();
  }

  static String answer(int code, String reason) {
    return "HTTP/1.1 %d %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
        .formatted(code, code == 403 ? "Forbidden" : "Refused", reason.length(), reason);
  }

  private static void write(OutputStream to, String text) throws IOException {
    to.write(text.getBytes(StandardCharsets.ISO_8859_1));
    to.flush();
  }
}
