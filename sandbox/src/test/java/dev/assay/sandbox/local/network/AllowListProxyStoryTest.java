package dev.assay.sandbox.local.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.evidence.EvidenceBook;
import dev.assay.skill.sandbox.NetworkEvidence;
import dev.assay.skill.sandbox.PortConnection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Programs inside that reach a listed host but address another one behind the same address.
class AllowListProxyStoryTest {
  private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");

  private final ServerSocket far = new ServerSocket(0, 5, HERE);
  private final String place = "127.0.0.1:" + far.getLocalPort();
  private final EvidenceBook book = new EvidenceBook();
  private final AllowListProxy proxy =
      new AllowListProxy(new AllowList(Set.of(place), List.of(), Set.of()), book);
  private boolean farAnswers = true;

  AllowListProxyStoryTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    far.close();
  }

  /// @param answer the answer that the client got
  /// @param arrived the bytes that the far side got
  private record Outcome(String answer, String arrived) {}

  private Outcome send(String request) {
    return send(request.getBytes(StandardCharsets.ISO_8859_1));
  }

  private Outcome send(byte[] request) {
    CompletableFuture<String> arrived = CompletableFuture.supplyAsync(this::receive);
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    proxy.serve(
        new PortConnection() {
          private final InputStream input = new ByteArrayInputStream(request);

          @Override
          public InputStream input() {
            return input;
          }

          @Override
          public OutputStream output() {
            return answer;
          }

          @Override
          public void close() {}
        });
    try {
      far.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Outcome(answer.toString(StandardCharsets.ISO_8859_1), arrived.join());
  }

  private String receive() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (Socket one = far.accept()) {
      byte[] buffer = new byte[100_000];
      int read;
      do {
        read = one.getInputStream().read(buffer);
        all.write(buffer, 0, Math.max(0, read));
      } while (read > 0 && all.size() < announced(all.toString(StandardCharsets.ISO_8859_1)));
      if (farAnswers) {
        one.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\nhere".getBytes(StandardCharsets.UTF_8));
        one.shutdownOutput();
      }
      one.getInputStream().transferTo(all);
    } catch (SocketException e) {
      return all.toString(StandardCharsets.ISO_8859_1); // no client came, or the connection ended
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  /// The length of the request that begins a text, as its head says it; 0 if it says none.
  private static int announced(String text) {
    Matcher length =
        Pattern.compile("(?is).*?\r\ncontent-length: (\\d+)\r\n.*?\r\n\r\n").matcher(text);
    return length.lookingAt() ? length.end() + Integer.parseInt(length.group(1)) : 0;
  }

  private List<String> refused() {
    return book.network(Optional.empty()).destinations().stream()
        .filter(each -> each.answer() == NetworkEvidence.Answer.REFUSED)
        .map(NetworkEvidence.Destination::host)
        .toList();
  }

  private String tunnel(String inside) {
    return "CONNECT " + place + " HTTP/1.1\r\nHost: " + place + "\r\n\r\n" + inside;
  }

  private static byte[] hello(String name) throws GeneralSecurityException, IOException {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine();
    engine.setUseClientMode(true);
    if (!name.isEmpty()) {
      SSLParameters parameters = engine.getSSLParameters();
      parameters.setServerNames(List.of(new SNIHostName(name)));
      engine.setSSLParameters(parameters);
    }
    ByteBuffer bytes = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), bytes);
    byte[] hello = new byte[bytes.flip().remaining()];
    bytes.get(hello);
    return hello;
  }

  private static byte[] joined(String head, byte[] rest) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(rest);
    return all.toByteArray();
  }

  @Test
  void a_request_goes_to_the_host_it_names_with_its_body_and_nothing_behind_it() {
    Outcome outcome =
        send(
            "POST http://%s/a?b=c HTTP/1.1\r\nhost: %s\r\nContent-Length: 4\r\nProxy-X: y\r\nX: y\r\n\r\nbodyGET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"
                .formatted(place, place));

    assertThat(outcome.answer()).endsWith("here");
    assertThat(outcome.arrived())
        .isEqualTo(
            "POST /a?b=c HTTP/1.1\r\nHost: "
                + place
                + "\r\nContent-Length: 4\r\nX: y\r\nConnection: close\r\n\r\nbody");
    assertThat(refused()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: evil.example\r\n",
        "HOST:evil.example:80\r\n",
        "Host: 127.0.0.1:1\r\nX: evil.example\r\n",
        "Host: PLACE\r\nHost: evil.example\r\n",
        "Host: PLACE,evil.example\r\n",
        "Host: PLACE@evil.example\r\n"
      })
  void another_host_in_the_header_is_refused_and_recorded(String header) {
    for (String start : List.of("GET http://PLACE/ HTTP/1.1\r\n", "CONNECT PLACE HTTP/1.1\r\n")) {
      EvidenceBook before = book;
      Outcome outcome = send((start + header + "\r\n").replace("PLACE", place));

      assertThat(outcome.answer()).startsWith("HTTP/1.1 403").contains("names another host");
      assertThat(outcome.arrived()).isEmpty();
      assertThat(before.network(Optional.empty()).destinations()).hasSize(2);
      assertThat(refused()).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X: y\n Host: evil.example\r\n",
        "X: y\nHost: evil.example\r\n",
        "X: y\rHost: evil.example\r\n",
        "Host : evil.example\r\n",
        " Host: evil.example\r\n",
        "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 1\r\nContent-Length: 2\r\n",
        "Content-Length: +1\r\n",
        "Transfer-Encoding: x, chunked\r\n"
      })
  void a_request_that_can_be_read_in_two_ways_is_refused(String header) {
    Outcome outcome = send("GET http://" + place + "/ HTTP/1.1\r\n" + header + "\r\n");

    assertThat(outcome.answer()).startsWith("HTTP/1.1 400");
    assertThat(outcome.arrived()).isEmpty();
  }

  @Test
  void a_tunnel_for_another_server_of_tls_is_refused_and_recorded() throws Exception {
    farAnswers = false;
    Outcome outcome = send(joined(tunnel(""), hello("evil.example")));

    assertThat(outcome.answer()).contains("200 Connection established").endsWith("\0\2\2\61");
    assertThat(outcome.arrived()).isEmpty();
    assertThat(refused()).containsExactly("evil.example");
  }

  @Test
  void a_tunnel_passes_tls_as_it_came() throws Exception {
    byte[] hello = hello("");
    Outcome outcome = send(joined(tunnel(""), hello));

    assertThat(outcome.arrived()).isEqualTo(new String(hello, StandardCharsets.ISO_8859_1));
    assertThat(refused()).isEmpty();
  }

  @Test
  void the_name_in_tls_is_found_also_in_pieces() throws Exception {
    byte[] hello = hello("a.example");
    ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    for (int at = 5; at < hello.length; at += 7) {
      int length = Math.min(7, hello.length - at);
      pieces.write(new byte[] {22, 3, 1, 0, (byte) length});
      pieces.write(hello, at, length);
    }
    ByteArrayOutputStream raw = new ByteArrayOutputStream();

    assertThat(ServerNames.read(new ByteArrayInputStream(pieces.toByteArray()), raw))
        .containsExactly("a.example");
    assertThat(raw.toByteArray()).isEqualTo(pieces.toByteArray());
    assertThat(new Destination("A.example.", 443).other(List.of("a.example"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "\r\n\r\nGET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "GET\t/\tHTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "GET /\u00e4 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "GET http://evil.example/ HTTP/1.1\r\n\r\n",
        "GET http://evil.example/\r\n\r\n",
        "GET / HTTP/1.1\nHost: evil.example\n\n",
        "GET /\u0001 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "GET \0/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "GET / RTSP/1.0\r\nHost: evil.example\r\n\r\n",
        "SOURCE / ICE/1.0\r\nHost: evil.example\r\n\r\n",
        "get / http/1.1\r\nHost: evil.example\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "CONNECT evil.example:80 HTTP/1.1\r\n\r\n"
      })
  void a_tunnel_for_another_host_is_refused(String inside) {
    farAnswers = false;
    Outcome outcome = send(tunnel(inside));

    assertThat(outcome.answer()).contains("HTTP/1.1 403", "A request in the tunnel");
    assertThat(outcome.arrived()).isEmpty();
    assertThat(refused()).isNotEmpty();
  }

  @Test
  void every_request_in_a_tunnel_is_looked_at() {
    farAnswers = false;
    String first =
        "POST / HTTP/1.1\r\nHost: "
            + place
            + "\r\nTransfer-Encoding: chunked\r\n\r\n4;x\r\nbody\r\n0\r\n\r\n";
    Outcome outcome = send(tunnel(first + "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"));

    assertThat(first).startsWith(outcome.arrived());
    assertThat(outcome.answer()).contains("HTTP/1.1 403");
    assertThat(refused()).containsExactly("evil.example");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST / HTTP/1.0\r\nHost: PLACE\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: PLACE\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbodymore\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: PLACE\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nno field\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: PLACE\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n Z\r\n\r\n"
      })
  void a_body_whose_end_can_be_read_in_two_ways_ends_the_tunnel(String request) {
    farAnswers = false;
    Outcome outcome = send(tunnel(request.replace("PLACE", place)));

    assertThat(outcome.answer()).contains("HTTP/1.1 403");
    assertThat(refused()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-x\r\n\0\1",
        "\0\0\0\10\4\2",
        "*1\r\n$4\r\nPING\r\n",
        "AB\0 C",
        "HELO a b\r\n"
      })
  void other_protocols_pass_through_a_tunnel(String bytes) {
    assertThat(send(tunnel(bytes)).arrived()).isEqualTo(bytes);
  }
}
