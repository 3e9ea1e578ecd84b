package dev.assay.agent.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.agent.protocol.Endpoint;
import dev.assay.skill.Secret;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.ToolDescription;
import dev.assay.testkit.model.ScriptedModelServer;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AnthropicModelStoryTest {
  private static final ToolDescription TOOL =
      new ToolDescription("add", "Adds.", "{\"type\":\"object\",\"properties\":{}}");

  private final ScriptedModelServer server = ScriptedModelServer.playing("");
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @AfterEach
  void stop() {
    server.close();
    http.close();
  }

  private AnthropicModel model() {
    return new AnthropicModel(endpoint(), http);
  }

  private Endpoint endpoint() {
    return Endpoint.of(server.baseUrl(), "claude-tiny").with(Secret.of("sk-ant-key"));
  }

  private static ChatRequest request(Optional<ChatRequest.JsonShape> shape, Message... messages) {
    return new ChatRequest(
        Purpose.EXECUTE,
        List.of(messages),
        shape.isPresent() ? List.of() : List.of(TOOL),
        shape,
        Duration.ofSeconds(30));
  }

  @Test
  void a_question_has_the_form_the_protocol_wants_and_marks_what_can_be_cached() {
    server.add("say: Five.");
    ToolCall call = new ToolCall("call:1", "add", "{\"a\": ");
    model()
        .ask(
            request(
                Optional.empty(),
                new Message.Instruction("Always the same.\n# This run\nOnly now."),
                new Message.Request("Two and three?"),
                new Message.Reply("", List.of(call)),
                new Message.ToolResult("call:1", "add", "not JSON", true),
                new Message.Request("Again.")),
            TextListener.silent());
    JsonNode body = server.requests().getLast().json();
    assertThat(server.requests().getLast().authorization()).isEqualTo("sk-ant-key");
    assertThat(body.path("max_tokens").asInt()).isPositive();
    assertThat(body.path("system")).hasSize(2);
    assertThat(body.path("system").path(0).path("text").asString()).isEqualTo("Always the same.");
    assertThat(body.path("system").path(0).has("cache_control")).isTrue();
    assertThat(body.path("system").path(1).has("cache_control")).isFalse();
    assertThat(body.path("tools").path(0).has("input_schema")).isTrue();
    JsonNode messages = body.path("messages");
    assertThat(messages.valueStream().map(each -> each.path("role").asString()))
        .containsExactly("user", "assistant", "user");
    assertThat(messages.path(1).path("content").path(0).path("input").path("malformed").asString())
        .isEqualTo("{\"a\": ");
    JsonNode last = messages.path(2).path("content");
    assertThat(last.path(0).path("type").asString()).isEqualTo("tool_result");
    assertThat(last.path(0).path("tool_use_id").asString()).isEqualTo("call_1");
    assertThat(last.path(0).path("is_error").asBoolean()).isTrue();
    assertThat(last.path(1).path("text").asString()).isEqualTo("Again.");
    assertThat(last.path(1).has("cache_control")).isTrue();
  }

  @Test
  void a_pause_is_gone_on_from_and_makes_one_answer() {
    server.add("say: First, \nfinish: pause_turn\nusage: 10 2\n---\nsay: then.\nusage: 12 3");
    ChatAnswer answer =
        model()
            .ask(request(Optional.empty(), new Message.Request("Count.")), TextListener.silent());
    assertThat(answer.reply().text()).isEqualTo("First,then.");
    assertThat(answer.usage().inputTokens()).isEqualTo(22);
    JsonNode messages = server.requests().getLast().json().path("messages");
    assertThat(messages.path(1).path("role").asString()).isEqualTo("assistant");
    assertThat(messages.path(1).path("content").path(0).path("text").asString())
        .isEqualTo("First,");
  }

  @Test
  void an_answer_of_a_shape_is_asked_for_by_schema_then_by_a_tool_then_in_words() {
    ChatRequest.JsonShape shape =
        new ChatRequest.JsonShape(
            "score",
            """
            {"type": "object", "additionalProperties": false, "required": ["score"],
             "properties": {"score": {"type": "integer", "minimum": 1, "maximum": 5}}}
            """);
    server.add(
        """
        if: output_config
        status: 400
        say: output_config: Extra inputs are not permitted
        ---
        if: tool_choice
        call: score {"score": 4}
        ---
        if: tool_choice
        status: 400
        say: tool_choice is not supported here
        ---
        say: {"score": 5}
        """);
    AnthropicModel model = model();
    ChatAnswer first =
        model.ask(
            request(Optional.of(shape), new Message.Request("Judge.")), TextListener.silent());
    assertThat(first.reply().text()).isEqualTo("{\"score\": 4}");
    assertThat(first.stop()).isEqualTo(ChatAnswer.Stop.FINISHED);
    ChatAnswer second =
        model.ask(
            request(Optional.of(shape), new Message.Request("Judge.")), TextListener.silent());
    assertThat(second.reply().text()).isEqualTo("{\"score\": 5}");
  }

  @Test
  void thinking_is_asked_for_as_the_model_knows_it() {
    server.add(
        """
        if: budget_tokens
        status: 400
        say: thinking.type enabled with budget_tokens is not supported; use adaptive
        ---
        say: Five.
        """);
    new AnthropicModel(endpoint().withThinkingTokens(2000).withTemperature(0), http)
        .ask(request(Optional.empty(), new Message.Request("Count.")), TextListener.silent());
    JsonNode body = server.requests().getLast().json();
    assertThat(body.path("thinking").path("type").asString()).isEqualTo("adaptive");
    assertThat(body.has("temperature")).isFalse();
  }
}
