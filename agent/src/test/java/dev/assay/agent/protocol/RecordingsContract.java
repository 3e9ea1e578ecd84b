package dev.assay.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.ToolDescription;
import dev.assay.skill.model.Usage;
import dev.assay.testkit.model.Recording;
import dev.assay.testkit.model.ScriptedModelServer;
import java.math.BigDecimal;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// What every provider has to make of the recordings of its protocol.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class RecordingsContract {
  private static final ToolDescription TOOL =
      new ToolDescription("add", "Adds.", "{\"type\":\"object\",\"properties\":{}}");

  protected abstract String protocol();

  protected abstract ChatModel model(Endpoint endpoint, HttpClient http);

  /// A script that answers anything.
  protected abstract String anything();

  Stream<Recording> recordings() {
    return Recording.of(protocol()).stream();
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void what_a_server_sends_is_read_as_it_is_meant(Recording recording) {
    try (ScriptedModelServer server = ScriptedModelServer.playing("");
        HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      server.add(recording);
      ChatModel model = model(Endpoint.of(server.baseUrl(), "tiny"), http);
      if (recording.findExpected("failure").isPresent()) {
        ModelFailure failure =
            catchThrowableOfType(ModelFailure.class, () -> model.ask(question(List.of()), _ -> {}));
        checkFailure(recording, failure);
        return;
      }
      List<String> heard = new ArrayList<>();
      ChatAnswer answer = model.ask(question(List.of()), heard::add);
      checkAnswer(recording, answer);
      assertThat(
              recording.name().contains("whose-beginning")
                      || answer.stop() == ChatAnswer.Stop.REFUSED
                  ? answer.reply().text()
                  : String.join("", heard))
          .describedAs("what was received")
          .satisfiesAnyOf(
              said -> assertThat(said).isEqualTo(answer.reply().text()),
              said -> assertThat(said).isEmpty());
      server.add(anything());
      model.ask(question(List.of(numbered(answer.reply()))), _ -> {});
      checkBack(recording, server.requests().getLast().json());
    }
  }

  private static ChatRequest question(List<Message.Reply> replies) {
    List<Message> messages = new ArrayList<>();
    messages.add(new Message.Instruction("You count."));
    messages.add(new Message.Request("Two and three?"));
    for (Message.Reply reply : replies) {
      messages.add(reply);
      reply
          .calls()
          .forEach(
              call -> messages.add(new Message.ToolResult(call.id(), call.tool(), "5", false)));
      messages.add(new Message.Request("And then?"));
    }
    return new ChatRequest(
        Purpose.EXECUTE, messages, List.of(TOOL), Optional.empty(), Duration.ofSeconds(30));
  }

  /// Calls without an id get one, as the agent does it.
  private static Message.Reply numbered(Message.Reply reply) {
    List<ToolCall> calls = new ArrayList<>();
    for (ToolCall call : reply.calls()) {
      String id = call.id().isEmpty() ? "call-" + calls.size() : call.id();
      calls.add(new ToolCall(id, call.tool(), call.arguments()));
    }
    return new Message.Reply(reply.text(), calls, reply.original());
  }

  private static void checkAnswer(Recording recording, ChatAnswer answer) {
    assertThat(answer.reply().text()).isEqualTo(recording.findExpected("text").orElse(""));
    assertThat(answer.reply().calls().stream().map(call -> call.tool() + " " + call.arguments()))
        .isEqualTo(recording.expected("call"));
    assertThat(answer.stop().name()).isEqualTo(recording.findExpected("stop").orElseThrow());
    recording
        .findExpected("usage")
        .ifPresent(
            numbers -> {
              long[] four =
                  Arrays.copyOf(
                      Arrays.stream(numbers.split(" ", -1)).mapToLong(Long::parseLong).toArray(),
                      4);
              Usage usage = answer.usage();
              assertThat(
                      new long[] {
                        usage.inputTokens(),
                        usage.outputTokens(),
                        usage.cachedTokens(),
                        usage.cacheWrites()
                      })
                  .isEqualTo(four);
            });
    assertThat(answer.usage().charged())
        .isEqualTo(recording.findExpected("charged").map(BigDecimal::new));
    recording.findExpected("model").ifPresent(name -> assertThat(answer.model()).isEqualTo(name));
  }

  private static void checkFailure(Recording recording, ModelFailure failure) {
    assertThat(failure).isNotNull();
    String[] words = recording.findExpected("failure").orElseThrow().split(" ", -1);
    assertThat(failure.code() + " " + failure.owner().word() + " " + failure.causeWord())
        .isEqualTo(words[0] + " " + words[1] + " " + words[2]);
    if (words.length > 3) {
      assertThat(failure.details().get(ModelFailure.RETRY_AFTER))
          .isEqualTo(Long.parseLong(words[3]));
    }
    recording.expected("says").forEach(said -> assertThat(failure.reason()).contains(said));
  }

  private static void checkBack(Recording recording, JsonNode request) {
    JsonNode reply =
        request
            .path("messages")
            .valueStream()
            .filter(message -> message.path("role").asString("").equals("assistant"))
            .findFirst()
            .orElseThrow();
    for (String back : recording.expected("back")) {
      requireIn(WireJson.find(back).orElseThrow(), reply);
    }
  }

  /// Objects may have more fields; everything else is the same.
  private static void requireIn(JsonNode expected, JsonNode found) {
    if (expected.isObject()) {
      expected.forEachEntry((name, value) -> requireIn(value, found.path(name)));
    } else if (expected.isArray()) {
      assertThat(found).hasSameSizeAs(expected);
      for (int i = 0; i < expected.size(); i++) {
        requireIn(expected.path(i), found.path(i));
      }
    } else {
      assertThat(found).isEqualTo(expected);
    }
  }
}
