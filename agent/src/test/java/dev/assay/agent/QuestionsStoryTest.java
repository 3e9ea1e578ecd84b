package dev.assay.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.agent.protocol.Endpoint;
import dev.assay.agent.shape.JsonInText;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.transcript.Entry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuestionsStoryTest {
  private static final AnswerShape<Integer> SCORE =
      new AnswerShape<>(
          "score",
          """
          {"type": "object", "additionalProperties": false, "required": ["score"],
           "properties": {"score": {"type": "integer", "minimum": 1, "maximum": 5}}}
          """,
          json -> {
            int score = JsonInText.parse(json).path("score").asInt();
            if (score == 4) {
              throw new IllegalArgumentException("4 is not allowed today");
            }
            return score;
          });

  private static Questions.Answer<Integer> ask(AgentFixture fixture, List<Entry> kept) {
    return ask(fixture, Endpoint.Structured.AUTO, kept);
  }

  private static Questions.Answer<Integer> ask(
      AgentFixture fixture, Endpoint.Structured structured, List<Entry> kept) {
    return new ModelQuestions(
            _ -> fixture.model(structured), Clock.systemUTC(), fixture.settings, Costs.free())
        .waitingBy(fixture.pauser())
        .of("test", kept::add)
        .ask(
            Purpose.JUDGE,
            List.of(new Message.Instruction("Judge."), new Message.Request("This.")),
            SCORE);
  }

  @Test
  void an_answer_is_bound_to_the_schema_and_told_in_words_too() {
    try (AgentFixture fixture = new AgentFixture("say: {\"score\": 3}")) {
      Questions.Answer<Integer> answer = ask(fixture, new ArrayList<>());
      assertThat(answer.value()).isEqualTo(3);
      assertThat(answer.rehearsal()).isFalse();
      String body = fixture.server.requests().getFirst().body();
      assertThat(body).contains("json_schema").containsPattern("\"maximum\" ?: ?5");
      assertThat(fixture.server.requests().getFirst().texts("system").getFirst())
          .startsWith("Judge.")
          .contains("JSON schema");
    }
  }

  @Test
  void a_server_that_knows_no_schemas_is_asked_without_and_this_is_remembered() {
    try (AgentFixture fixture =
        new AgentFixture(
            """
            if: response_format
            status: 400
            say: response_format json_schema is not supported
            ---
            say: Here you are:
            say: ```json
            say: {"score": 2}
            say: ```
            """)) {
      assertThat(ask(fixture, new ArrayList<>()).value()).isEqualTo(2);
      assertThat(fixture.server.requests().get(1).body()).doesNotContain("response_format");
    }
    try (AgentFixture fixture = new AgentFixture("say: {\"score\": 1}")) {
      ask(fixture, Endpoint.Structured.INSTRUCTED, new ArrayList<>());
      assertThat(fixture.server.requests().getFirst().body()).doesNotContain("response_format");
    }
  }

  @Test
  void a_wrong_answer_is_sent_back_with_what_is_wrong() {
    List<Entry> kept = new ArrayList<>();
    try (AgentFixture fixture =
        new AgentFixture(
            """
            say: {"score": 7}
            ---
            if: must have a maximum
            say: {"score": 4}
            ---
            if: not allowed today
            say: {"score": 5}
            """)) {
      assertThat(ask(fixture, kept).value()).isEqualTo(5);
      assertThat(kept.stream().filter(Entry.Replied.class::isInstance)).hasSize(3);
    }
  }

  @Test
  void after_three_wrong_answers_there_is_a_failure_and_never_a_value() {
    for (String nonsense :
        List.of(
            "say: I would say 5",
            "say: {\"score\": 5} or {\"score\": 1}",
            "say: {\"score\": \"5\"}",
            "say: {\"score\": 5, \"score\": 1}",
            "say: [5]",
            "say: {\"score\": 5}\nfinish: length",
            "say:")) {
      List<Entry> kept = new ArrayList<>();
      try (AgentFixture fixture = new AgentFixture("always\n" + nonsense)) {
        assertThatThrownBy(() -> ask(fixture, kept))
            .describedAs(nonsense)
            .isInstanceOf(ModelFailure.class)
            .extracting(e -> ((AssayException) e).code())
            .isEqualTo(ErrorCode.MODEL_ANSWER_UNUSABLE);
        assertThat(fixture.server.requests()).hasSize(3);
        assertThat(kept.getLast()).isInstanceOf(Entry.Noted.class);
      }
    }
  }

  @Test
  void parameters_a_server_does_not_know_are_left_out() {
    try (AgentFixture fixture =
        new AgentFixture(
            """
            if: "max_tokens"
            status: 400
            say: Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.
            ---
            if: "temperature"
            status: 400
            say: 'temperature' does not support 0.0 with this model.
            ---
            if: "max_completion_tokens"
            say: {"score": 3}
            """)) {
      assertThat(ask(fixture, new ArrayList<>()).value()).isEqualTo(3);
      assertThat(fixture.server.requests().getLast().body()).doesNotContain("temperature");
    }
  }
}
