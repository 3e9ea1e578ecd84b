package dev.assay.sandbox.local.network;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The traffic of a client through a tunnel, checked as far as it is readable: the name in TLS,
/// every request of plain HTTP. Other protocols pass unchanged.
final class Tunnel {
  private static final int LONGEST_LINE = 8192;

  /// The alert that ends a TLS connection, one character for each byte.
  private static final String TLS_ACCESS_DENIED = "\25\3\3\0\2\2\61";

  /// The end of a first line of any version of HTTP, also by the other names that servers take for
  /// it, or the beginning of one with a whole address; servers take other white space for a space.
  private static final Pattern HTTP =
      Pattern.compile("(?si).*\\s(?:HTTP|RTSP|ICE)/\\d.*|\\s*[A-Z]+\\s+\\w+://.*");

  /// The beginning of a first line of HTTP; servers let much pass behind it.
  private static final Pattern METHOD = Pattern.compile("\\s*[!-~]+\\s");

  private final Destination destination;
  private final BufferedInputStream client;
  private final OutputStream far;

  Tunnel(Destination destination, BufferedInputStream client, OutputStream far) {
    this.destination = destination;
    this.client = client;
    this.far = far;
  }

  /// Ends a tunnel whose client names another host.
  ///
  /// @param claimed the host that the client named
  /// @param answer the answer to the client
  record Refusal(String claimed, String answer) {}

  /// Passes everything on to the end.
  ///
  /// @return the refusal that ended it early
  Optional<Refusal> pass() throws IOException {
    int first = peek();
    if (first == ServerNames.HANDSHAKE) {
      return tls();
    }
    if (beginsAsHttp()) {
      return requests();
    }
    raw();
    return Optional.empty();
  }

  private Optional<Refusal> tls() throws IOException {
    ByteArrayOutputStream hello = new ByteArrayOutputStream();
    List<String> names;
    try {
      names = ServerNames.read(client, hello);
    } catch (HttpRequest.Unclear e) {
      return Optional.of(new Refusal("", TLS_ACCESS_DENIED));
    }
    Optional<String> other = destination.other(names);
    if (other.isPresent()) {
      return Optional.of(new Refusal(other.get(), TLS_ACCESS_DENIED));
    }
    hello.writeTo(far);
    raw();
    return Optional.empty();
  }

  private Optional<Refusal> requests() throws IOException {
    try {
      Optional<HttpRequest> next = HttpRequest.read(client);
      while (next.isPresent()) {
        HttpRequest request = next.get();
        Optional<String> other = destination.other(request.hosts());
        if (other.isPresent()) {
          return Optional.of(refusal(other.get(), "names another host than the tunnel"));
        }
        if (request.isTunnel()
            || !request.values("upgrade").isEmpty()
            || !RequestBody.isClear(request)) {
          return Optional.of(refusal("", "cannot be followed to its end"));
        }
        far.write(request.whole().getBytes(StandardCharsets.ISO_8859_1));
        RequestBody.pass(request, client, far);
        next = HttpRequest.read(client);
      }
      return Optional.empty();
    } catch (HttpRequest.Unclear e) {
      return Optional.of(refusal("", "cannot be read"));
    }
  }

  private static Refusal refusal(String claimed, String reason) {
    return new Refusal(
        claimed, AllowListProxy.answer(403, "A request in the tunnel " + reason + "."));
  }

  private void raw() throws IOException {
    far.flush();
    client.transferTo(far);
  }

  private int peek() throws IOException {
    client.mark(1);
    int first = client.read();
    client.reset();
    return first;
  }

  /// Returns whether the first non-empty line is one of HTTP. Waits for no more bytes than the
  /// decision needs.
  private boolean beginsAsHttp() throws IOException {
    StringBuilder line = new StringBuilder();
    client.mark(LONGEST_LINE);
    int read = 0;
    boolean method = false;
    int c = client.read();
    while (++read < LONGEST_LINE && c >= 0 && (method || c >= ' ' || Character.isWhitespace(c))) {
      if (c == '\n' && !line.toString().isBlank()) {
        break;
      }
      line.append((char) c);
      method = method || (Character.isWhitespace(c) && METHOD.matcher(line).matches());
      c = client.read();
    }
    client.reset();
    return read >= LONGEST_LINE || HTTP.matcher(line).matches();
  }
}
