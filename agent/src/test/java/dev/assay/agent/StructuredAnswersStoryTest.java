package dev.assay.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.agent.anthropic.AnthropicModel;
import dev.assay.agent.openai.OpenAiModel;
import dev.assay.agent.protocol.Endpoint;
import dev.assay.agent.work.JudgeAnswerReader;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.task.Judgement;
import dev.assay.testkit.model.ScriptedModelServer;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Answers of a form, with both protocols: by schema, by a tool where that is refused, in words
/// where both are; two different objects are none.
class StructuredAnswersStoryTest {
  private static final String GOOD =
      "{\"analysis\": \"a\", \"requirements_met\": [\"x\"], \"requirements_missed\": [],"
          + " \"score\": 5, \"reason\": \"r\"}";
  private static final String OTHER = GOOD.replace("5", "4");

  enum Protocol {
    OPENAI("response_format"),
    ANTHROPIC("output_config");

    private final String schema;

    Protocol(String schema) {
      this.schema = schema;
    }

    ChatModel model(ScriptedModelServer server, HttpClient http) {
      Endpoint endpoint = Endpoint.of(server.baseUrl(), "tiny");
      return switch (this) {
        case OPENAI -> new OpenAiModel(endpoint, http);
        case ANTHROPIC -> new AnthropicModel(endpoint, http);
      };
    }
  }

  private static Judgement ask(Protocol protocol, ScriptedModelServer server) {
    try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      ChatModel model = protocol.model(server, http);
      return new ModelQuestions(
              _ -> model,
              Clock.systemUTC(),
              new LoopSettings(Duration.ofSeconds(30), 0, 100_000),
              Costs.free())
          .ask(
              Purpose.JUDGE,
              List.of(new Message.Instruction("Judge."), new Message.Request("This.")),
              new AnswerShape<>("judgement", JudgeAnswerReader.SCHEMA, JudgeAnswerReader::read))
          .value();
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_schema_is_used_where_it_is_offered(Protocol protocol) {
    try (ScriptedModelServer server =
        ScriptedModelServer.playing("if: " + protocol.schema + "\nsay: " + GOOD)) {
      assertThat(ask(protocol, server).score()).isEqualTo(5);
      assertThat(server.requests()).as("taken at the first time").hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void then_a_tool_and_words_at_last(Protocol protocol) {
    String refused = "if: %s\nstatus: 400\nsay: %s is not supported\n---\n";
    try (ScriptedModelServer server =
        ScriptedModelServer.playing(
            refused.formatted(protocol.schema, protocol.schema)
                + "if: tool_choice\ncall: judgement "
                + GOOD)) {
      assertThat(ask(protocol, server).score()).isEqualTo(5);
    }
    try (ScriptedModelServer server =
        ScriptedModelServer.playing(
            refused.formatted(protocol.schema, protocol.schema)
                + refused.formatted("tool_choice", "tool_choice")
                + "say: <think>{maybe}</think>\nsay: ```json\nsay: "
                + GOOD
                + "\nsay: ```")) {
      assertThat(ask(protocol, server).score()).isEqualTo(5);
      assertThat(server.requests().getLast().body())
          .doesNotContain(protocol.schema)
          .doesNotContain("tool_choice");
    }
  }

  @ParameterizedTest
  @EnumSource
  void two_different_objects_are_no_answer(Protocol protocol) {
    String unsupported =
        "if: %s\nstatus: 400\nsay: %s is not supported\n---\n"
            .formatted(protocol.schema, protocol.schema);
    for (String answer :
        List.of(
            "always\nsay: " + GOOD + "\nsay: " + OTHER,
            unsupported + "always\ncall: judgement " + GOOD + "\ncall: judgement " + OTHER,
            unsupported + "always\nsay: " + OTHER + "\ncall: judgement " + GOOD)) {
      try (ScriptedModelServer server = ScriptedModelServer.playing(answer)) {
        assertThatThrownBy(() -> ask(protocol, server))
            .isInstanceOf(ModelFailure.class)
            .hasMessageContaining("more than one");
      }
    }
  }
}
