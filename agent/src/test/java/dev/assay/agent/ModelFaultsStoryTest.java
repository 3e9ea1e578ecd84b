package dev.assay.agent;

import static dev.assay.agent.AgentFixture.answer;
import static dev.assay.agent.AgentFixture.entries;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.agent.AgentRun.Ending;
import dev.assay.agent.openai.OpenAiModel;
import dev.assay.agent.protocol.Endpoint;
import dev.assay.agent.protocol.Waits;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.FaultOwner;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.transcript.Entry;
import dev.assay.testkit.TestClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Faults of models and their providers never look like those of the work.
class ModelFaultsStoryTest {
  private static ErrorCode failure(AgentRun run) {
    return ((Ending.Failed) run.ending()).failure().code();
  }

  private static FaultOwner owner(AgentRun run) {
    return ((ModelFailure) ((Ending.Failed) run.ending()).failure()).owner();
  }

  @Test
  void a_call_written_as_text_is_asked_for_again_and_never_taken_for_an_answer() {
    String written =
        "say: <tool_call>{\"name\": \"echo\", \"arguments\": {\"word\": \"hi\"}}</tool_call>";
    try (AgentFixture fixture =
        new AgentFixture(
            written + "\n---\nif: as text\ncall: echo {\"word\": \"hi\"}\n---\nsay: hi")) {
      AgentRun run = fixture.run("Say hi.", SimpleTool.echo());
      assertThat(answer(run)).isEqualTo("hi");
      assertThat(entries(run, Entry.Used.class)).hasSize(1);
    }
    try (AgentFixture fixture = new AgentFixture("always\n" + written)) {
      AgentRun run = fixture.run("Say hi.", SimpleTool.echo());
      assertThat(failure(run)).isEqualTo(ErrorCode.MODEL_ANSWER_UNUSABLE);
      assertThat(owner(run)).isEqualTo(FaultOwner.MODEL);
    }
  }

  @Test
  void a_refusal_is_asked_about_and_then_a_failure_of_the_model_never_an_answer() {
    String refusal = "say: I'm sorry, but I can't assist with that.";
    try (AgentFixture fixture =
        new AgentFixture(
            refusal + "\n---\nif: say in your answer what\nsay: The file is missing.")) {
      assertThat(answer(fixture.run("Go."))).isEqualTo("The file is missing.");
    }
    try (AgentFixture fixture = new AgentFixture("always\n" + refusal)) {
      AgentRun run = fixture.run("Go.");
      assertThat(failure(run)).isEqualTo(ErrorCode.MODEL_REFUSED);
      assertThat(owner(run)).isEqualTo(FaultOwner.MODEL);
    }
  }

  @Test
  void answers_that_cannot_be_used_take_no_turns_and_no_tokens_from_the_task() {
    String bad = "if: hi\nfinish: length\nsay: The\nusage: 900 1\n---\n";
    String good = "call: echo {\"word\": \"hi\"}\nusage: 10 1\n---\n";
    try (AgentFixture fixture =
        new AgentFixture(good + bad + bad + good + bad + bad + "say: done\nusage: 10 1")) {
      fixture.budget = Budget.of(3, 1_000, Duration.ofMinutes(1));
      AgentRun run = fixture.run("Go.", SimpleTool.echo());
      assertThat(answer(run)).isEqualTo("done");
      assertThat(fixture.server.unused()).isZero();
    }
  }

  @Test
  void a_model_that_fails_again_and_again_between_good_answers_is_the_failure() {
    String turn =
        "say: <tool_call>{\"name\": \"echo\"}</tool_call>\n---\ncall: echo {\"word\": \"hi\"}\n---\n";
    try (AgentFixture fixture = new AgentFixture(turn.repeat(30))) {
      fixture.budget = Budget.of(100, 1_000_000, Duration.ofMinutes(1));
      AgentRun run = fixture.run("Go.", SimpleTool.echo());
      assertThat(failure(run)).isEqualTo(ErrorCode.MODEL_ANSWER_UNUSABLE);
      assertThat(fixture.server.requests()).hasSize(39);
    }
  }

  @Test
  void a_sub_agent_whose_model_fails_is_never_a_part_of_graded_work() {
    String script =
        """
        call: task {"description": "a", "prompt": "Find ALPHA."}
        ---
        always
        if: sub-agent failed
        say: It could not be found.
        ---
        always
        if: Find ALPHA
        say: <tool_call>{"name": "echo", "arguments": {}}</tool_call>
        """;
    try (AgentFixture fixture = new AgentFixture(script)) {
      AgentRun run = fixture.run("Find it.", SimpleTool.echo());
      assertThat(failure(run)).isEqualTo(ErrorCode.MODEL_ANSWER_UNUSABLE);
      assertThat(owner(run)).isEqualTo(FaultOwner.MODEL);
    }
    try (AgentFixture fixture = new AgentFixture(script)) {
      Assignment talk =
          Assignment.of(Purpose.CONVERSE, fixture.model(), "You work.", "Go.", fixture.budget)
              .with(List.of(SimpleTool.echo()));
      assertThat(answer(fixture.agent().run(talk, AgentListener.silent())))
          .isEqualTo("It could not be found.");
    }
  }

  @Test
  void what_the_provider_costs_in_time_is_not_the_runs_time() {
    TestClock clock = new TestClock();
    try (AgentFixture fixture =
        new AgentFixture(
            """
            status: 429
            header: Retry-After: 120
            ---
            call: echo {"word": "hi"}
            ---
            say: at last
            """)) {
      fixture.budget = Budget.of(20, 1_000_000, Duration.ofMinutes(1));
      Agent agent = new Agent(clock, clock::pass, fixture.settings, fixture.costs);
      AgentRun run =
          agent.run(
              Assignment.of(Purpose.EXECUTE, fixture.model(), "You work.", "Go.", fixture.budget)
                  .with(List.of(SimpleTool.echo())),
              AgentListener.silent());
      assertThat(answer(run)).isEqualTo("at last");
    }
    try (AgentFixture fixture =
        new AgentFixture("status: 429\nheader: Retry-After: 3600\nsay: come back tomorrow")) {
      AgentRun run = fixture.run("Go.");
      assertThat(failure(run)).isEqualTo(ErrorCode.MODEL_UNAVAILABLE);
      assertThat(run.transcript().toString()).contains("assay.model.longest-wait");
      assertThat(fixture.pauses).isEmpty();
    }
  }

  @Test
  void silence_after_good_answers_is_a_failure_of_the_network() {
    try (AgentFixture fixture =
        new AgentFixture(
            "call: echo {\"word\": \"hi\"}\n---\ncall: echo {\"word\": \"hi\"}\n---\nalways\nsilent\nsay: The")) {
      fixture.settings = new LoopSettings(Duration.ofSeconds(60), 1, 100_000);
      ChatModel model =
          new OpenAiModel(
              Endpoint.of(fixture.server.baseUrl(), "tiny")
                  .with(new Waits(Duration.ofSeconds(40), Duration.ofMillis(500))),
              fixture.http);
      AgentRun run =
          fixture
              .agent()
              .run(
                  Assignment.of(Purpose.EXECUTE, model, "You work.", "Go.", fixture.budget)
                      .with(List.of(SimpleTool.echo())),
                  AgentListener.silent());
      assertThat(failure(run)).isEqualTo(ErrorCode.MODEL_UNAVAILABLE);
      assertThat(run.transcript().toString()).contains("fell silent");
    }
  }

  @Test
  void credit_that_ran_out_is_not_tried_again() {
    try (AgentFixture fixture =
        new AgentFixture("status: 429\nsay: You exceeded your current quota")) {
      AgentRun run = fixture.run("Go.");
      assertThat(failure(run)).isEqualTo(ErrorCode.MODEL_REFUSED);
      assertThat(owner(run)).isEqualTo(FaultOwner.PROVIDER);
      assertThat(fixture.server.requests()).hasSize(1);
    }
  }

  @Test
  void a_conversation_that_is_too_long_at_its_first_request_is_shortened() {
    try (AgentFixture fixture =
        new AgentFixture(
            """
            status: 400
            say: prompt is too long: 9000 tokens > 8000 maximum
            ---
            if: You keep the notes
            if: the early words
            say: It spoke of early words.
            ---
            if: It spoke of early words.
            say: Now I can.
            """)) {
      Assignment assignment =
          new Assignment(
              Purpose.CONVERSE,
              fixture.model(),
              "You work.",
              List.of(
                  new Message.Request("the early words"),
                  new Message.Reply("Yes.", List.of()),
                  new Message.Request("more"),
                  new Message.Reply("Of course.", List.of()),
                  new Message.Request("And now?")),
              List.of(),
              fixture.budget,
              Set.of(),
              "");
      AgentRun run = fixture.agent().run(assignment, AgentListener.silent());
      assertThat(answer(run)).isEqualTo("Now I can.");
      assertThat(fixture.server.requests().getLast().texts("user"))
          .doesNotContain("the early words")
          .contains("And now?");
    }
  }
}
