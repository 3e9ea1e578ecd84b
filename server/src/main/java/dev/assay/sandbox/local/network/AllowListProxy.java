package dev.assay.sandbox.local.network;

import dev.assay.sandbox.evidence.EvidenceBook;
import dev.assay.skill.sandbox.PortConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// An HTTP proxy for one sandbox. Its clients are inside and reach it only through the agent; it
/// connects to hosts on the list and refuses all others with 403.
public final class AllowListProxy {
  private static final int MOST_HEADER = 64 * 1024;
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
      String header = header(client.input());
      String[] words = header.substring(0, Math.max(0, header.indexOf("\r\n"))).split(" ", -1);
      if (words.length != 3) {
        answer(client, 400, "This is a proxy for HTTP.");
        return;
      }
      boolean tunnel = words[0].equals("CONNECT");
      URI target = parsed(tunnel ? "tunnel://" + words[1] : words[1]);
      String host = target.getHost();
      if (host == null) {
        book.asked(legible(words[1]), 0, Instant.now());
        answer(client, 400, "The request names no host.");
        return;
      }
      int port = target.getPort() > 0 ? target.getPort() : 80;
      book.asked(host, port, Instant.now());
      connect(client, host, port, tunnel ? "" : rewritten(words, target, header));
    } catch (IOException | IllegalArgumentException e) {
      return; // a broken client or far side ends its connection, nothing else
    }
  }

  /// What is no address names no host.
  private static URI parsed(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      return URI.create("tunnel:none");
    }
  }

  private static String legible(String text) {
    String plain = text.replaceAll("[^!-~]", "?");
    return plain.substring(0, Math.min(plain.length(), 200));
  }

  /// @param request what to send first; empty for a tunnel
  private void connect(PortConnection client, String host, int port, String request)
      throws IOException {
    if (!allowed.allows(host, port)) {
      answer(client, 403, host + ":" + port + " is not on this sandbox's allow-list.");
      return;
    }
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      answer(client, 502, host + " is not known.");
      return;
    }
    if (!allowed.mayLeadTo(host, address)) {
      answer(client, 403, host + " leads to an address that is not for sandboxes.");
      return;
    }
    try (Socket far = new Socket()) {
      far.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
      book.granted(host, port, Instant.now());
      if (request.isEmpty()) {
        write(client.output(), "HTTP/1.1 200 Connection established\r\n\r\n");
      } else {
        write(far.getOutputStream(), request);
      }
      join(client, far);
    } catch (IOException e) {
      answer(client, 502, host + ":" + port + " cannot be reached.");
    }
  }

  private static void join(PortConnection client, Socket far) throws IOException {
    Thread up =
        Thread.ofVirtual()
            .name("sandbox-proxy")
            .start(
                () -> {
                  try {
                    client.input().transferTo(far.getOutputStream());
                    far.shutdownOutput();
                  } catch (IOException e) {
                    return; // the other direction notices too
                  }
                });
    far.getInputStream().transferTo(client.output());
    client.output().close();
    up.interrupt();
  }

  /// The request as an origin server wants it: a path instead of a URL, one answer per connection.
  private static String rewritten(String[] words, URI target, String header) {
    String path =
        target.getRawPath() == null || target.getRawPath().isEmpty() ? "/" : target.getRawPath();
    String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
    StringBuilder request = new StringBuilder(words[0] + " " + path + query + " HTTP/1.1\r\n");
    String[] lines = header.split("\r\n", -1);
    for (int at = 1; at < lines.length; at++) {
      String lower = lines[at].toLowerCase(Locale.ROOT);
      if (!lines[at].isEmpty() && !lower.startsWith("proxy-") && !lower.startsWith("connection:")) {
        request.append(lines[at]).append("\r\n");
      }
    }
    return request.append("Connection: close\r\n\r\n").toString();
  }

  private static String header(InputStream in) throws IOException {
    StringBuilder header = new StringBuilder();
    while (header.length() < MOST_HEADER) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("The client left.");
      }
      header.append((char) next);
      if (header.length() > 3 && header.indexOf("\r\n\r\n", header.length() - 4) >= 0) {
        return header.toString();
      }
    }
    throw new IOException("The request's header is too long.");
  }

  private static void answer(PortConnection client, int code, String reason) throws IOException {
    write(
        client.output(),
        "HTTP/1.1 %d %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
            .formatted(code, code == 403 ? "Forbidden" : "Refused", reason.length(), reason));
    client.output().close();
  }

  private static void write(OutputStream to, String text) throws IOException {
    to.write(text.getBytes(StandardCharsets.ISO_8859_1));
    to.flush();
  }
}
