package dev.assay.agent.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.agent.protocol.Endpoint;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.TextListener;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A question that is withdrawn is over at the server too.
class OpenAiModelStoryTest {
  private static final String BEGINNING =
      """
      HTTP/1.1 200 OK\r
      Content-Type: text/event-stream\r
      \r
      data: {"choices":[{"index":0,"delta":{"content":"Once "}}]}

      """;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private HttpClient http;
  private ServerSocket server;

  @BeforeEach
  void start() throws IOException {
    http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    http.close();
  }

  /// Takes one question, says the given bytes and waits for the other side to hang up.
  private OpenAiModel answering(String bytes) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (Socket one = server.accept()) {
                InputStream in = one.getInputStream();
                int first = in.read();
                one.getOutputStream().write(bytes.getBytes(StandardCharsets.UTF_8));
                one.getOutputStream().flush();
                asked.countDown();
                while (first >= 0) {
                  first = in.read();
                }
              } catch (IOException _) {
                // hung up the hard way
              }
              closed.countDown();
            });
    return new OpenAiModel(
        Endpoint.of(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/v1"), "tiny"), http);
  }

  private static ChatRequest question(Duration deadline) {
    return new ChatRequest(
        Purpose.EXECUTE,
        List.of(new Message.Request("Tell a story.")),
        List.of(),
        Optional.empty(),
        deadline);
  }

  @BeforeEach
  void loadClassesBeforeTimeCounts() {
    Endpoint nowhere = Endpoint.of(URI.create("http://127.0.0.1:1/v1"), "tiny");
    assertThatThrownBy(
            () ->
                new OpenAiModel(nowhere, http)
                    .ask(question(Duration.ofMinutes(1)), TextListener.silent()))
        .hasMessageContaining("Nothing answers");
  }

  @Test
  void a_deadline_closes_the_connection_before_the_first_byte() throws InterruptedException {
    OpenAiModel model = answering("");
    assertThatThrownBy(() -> model.ask(question(Duration.ofSeconds(5)), TextListener.silent()))
        .isInstanceOf(ModelFailure.class)
        .hasMessageContaining("5000 ms");
    assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void a_deadline_closes_the_connection_in_the_middle_of_an_answer() throws InterruptedException {
    OpenAiModel model = answering(BEGINNING);
    List<String> heard = new CopyOnWriteArrayList<>();
    assertThatThrownBy(() -> model.ask(question(Duration.ofSeconds(4)), heard::add))
        .isInstanceOf(ModelFailure.class);
    assertThat(heard).containsExactly("Once ");
    assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void an_interrupt_closes_the_connection_and_stays_visible() throws InterruptedException {
    OpenAiModel model = answering(BEGINNING);
    AtomicReference<Boolean> flag = new AtomicReference<>(false);
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    model.ask(question(Duration.ofMinutes(5)), TextListener.silent());
                  } catch (ModelFailure _) {
                    flag.set(Thread.currentThread().isInterrupted());
                  }
                });
    assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
    thread.interrupt();
    assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
    assertThat(flag.get()).isTrue();
    assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
  }
}
