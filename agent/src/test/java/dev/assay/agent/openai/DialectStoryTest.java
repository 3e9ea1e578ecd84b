package dev.assay.agent.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.agent.protocol.Endpoint;
import dev.assay.agent.protocol.Waits;
import dev.assay.skill.Secret;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.FaultOwner;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.ToolCall;
import dev.assay.testkit.model.ScriptedModelServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What servers do not know is learned, and addresses and keys are as they want them.
class DialectStoryTest {
  private final ScriptedModelServer server = ScriptedModelServer.playing("");
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @AfterEach
  void stop() {
    server.close();
    http.close();
  }

  private ChatAnswer ask(Endpoint endpoint, Message... messages) {
    return ask(new OpenAiModel(endpoint, http), messages);
  }

  private static ChatAnswer ask(OpenAiModel model, Message... messages) {
    List<Message> all =
        messages.length == 0 ? List.of(new Message.Request("Hello?")) : List.of(messages);
    return model.ask(
        new ChatRequest(Purpose.JUDGE, all, List.of(), Optional.empty(), Duration.ofSeconds(30)),
        TextListener.silent());
  }

  private Endpoint endpoint() {
    return Endpoint.of(server.baseUrl(), "tiny");
  }

  @Test
  void without_a_key_there_is_no_header_for_it() {
    server.add("say: hi");
    ask(endpoint());
    assertThat(server.requests().getLast().authorization()).isEmpty();
  }

  @Test
  void the_query_of_an_address_stays_behind_the_path_and_azure_gets_its_own_header() {
    server.add("say: hi");
    URI azure = URI.create(server.baseUrl() + "/?api-version=2024-10-21");
    ask(Endpoint.of(azure, "tiny").with(Secret.of("azure-key")));
    assertThat(server.requests().getLast().address())
        .isEqualTo("/v1/chat/completions?api-version=2024-10-21");
    assertThat(server.requests().getLast().authorization()).isEqualTo("azure-key");
  }

  @Test
  void stream_options_that_are_refused_are_left_out_from_then_on() {
    server.add(
        """
        if: stream_options
        status: 400
        say: Unrecognized request argument supplied: stream_options
        ---
        say: hi
        ---
        say: hi again
        """);
    OpenAiModel model = new OpenAiModel(endpoint(), http);
    ask(model);
    ask(model);
    assertThat(server.requests()).hasSize(3);
    assertThat(server.requests().getLast().body()).doesNotContain("stream_options");
  }

  @Test
  void a_server_that_cannot_stream_is_asked_without() {
    server.add(
        """
        if: "stream":true
        status: 400
        say: streaming is not supported for this model
        ---
        say: In one piece.
        """);
    assertThat(ask(endpoint()).reply().text()).isEqualTo("In one piece.");
  }

  @Test
  void thoughts_that_a_server_misses_are_sent_empty_rather_than_never() {
    server.add(
        """
        status: 400
        say: The reasoning_content in the thinking mode must be passed back to the API.
        ---
        if: "reasoning_content":""
        say: fine
        """);
    ChatAnswer answer =
        ask(
            endpoint(),
            new Message.Request("Hello?"),
            new Message.Reply("", List.of(new ToolCall("1", "add", "{}"))),
            new Message.ToolResult("1", "add", "5", false));
    assertThat(answer.reply().text()).isEqualTo("fine");
  }

  @Test
  void a_server_that_sends_nothing_at_all_is_left_before_the_deadline() {
    server.add("delay: 60000\nsay: late");
    Waits waits = new Waits(Duration.ofMillis(300), Duration.ofSeconds(20));
    assertThatThrownBy(() -> ask(endpoint().with(waits)))
        .isInstanceOfSatisfying(
            ModelFailure.class,
            failure -> {
              assertThat(failure.owner()).isEqualTo(FaultOwner.NETWORK);
              assertThat(failure.reason()).contains("assay.model.first-byte");
            });
  }

  @Test
  void a_server_that_falls_silent_in_the_middle_is_left_before_the_deadline() {
    server.add("silent\nsay: Once upon a time");
    Waits waits = new Waits(Duration.ofMinutes(5), Duration.ofMillis(300));
    assertThatThrownBy(() -> ask(endpoint().with(waits)))
        .isInstanceOfSatisfying(
            ModelFailure.class,
            failure -> {
              assertThat(failure.causeWord()).isEqualTo("silence");
              assertThat(failure.reason()).contains("assay.model.silence");
            });
  }
}
