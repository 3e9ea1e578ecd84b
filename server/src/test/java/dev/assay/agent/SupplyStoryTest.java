package dev.assay.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.agent.ModelSettings.Mode;
import dev.assay.agent.ModelSettings.Price;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.Usage;
import dev.assay.skill.transcript.Entry;
import dev.assay.testkit.TestClock;
import dev.assay.testkit.model.ScriptedModelServer;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several servers and keys, recordings, and budgets.
class SupplyStoryTest {
  @TempDir Path folder;
  private final TestDatabase database = new TestDatabase();
  private final TestClock clock = new TestClock();

  private Models models(ModelSettings settings) {
    return new Models(
        settings,
        RehearsalModel::new,
        database.jdbc(),
        clock,
        text -> text.replace("hunter2", "***"));
  }

  private static ChatRequest question(String text) {
    return new ChatRequest(
        Purpose.JUDGE,
        List.of(new Message.Instruction("Be short."), new Message.Request(text)),
        List.of(),
        Optional.empty(),
        Duration.ofSeconds(30));
  }

  private static String ask(ChatModel model, String text, List<String> notes) {
    return model
        .ask(
            question(text),
            new TextListener() {
              @Override
              public void received(String piece) {}

              @Override
              public void restarted(String why) {
                notes.add(why);
              }
            })
        .reply()
        .text();
  }

  @Test
  void another_server_is_asked_when_one_fails_and_stays_the_first() {
    try (ScriptedModelServer broken = ScriptedModelServer.playing("always\nstatus: 503");
        ScriptedModelServer well = ScriptedModelServer.playing("always\nsay: here");
        Models models =
            models(
                ModelSettings.of(
                    Mode.MODEL,
                    ModelService.of(ModelService.Provider.OPENAI, broken.baseUrl(), "m")
                        .at(List.of(broken.baseUrl(), well.baseUrl()))))) {
      List<String> notes = new ArrayList<>();
      assertThat(ask(models.model(Purpose.JUDGE), "Hello?", notes)).isEqualTo("here");
      assertThat(notes)
          .singleElement()
          .asString()
          .contains("503")
          .contains("Goes on with 127.0.0.1");
      assertThat(ask(models.model(Purpose.JUDGE), "Hello?", notes)).isEqualTo("here");
      assertThat(broken.requests()).hasSize(1);
    }
  }

  @Test
  void a_request_that_is_wrong_is_not_carried_from_server_to_server() {
    try (ScriptedModelServer one =
            ScriptedModelServer.playing("status: 400\nsay: messages are wrong");
        ScriptedModelServer other = ScriptedModelServer.playing("always\nsay: here");
        Models models =
            models(
                ModelSettings.of(
                    Mode.MODEL,
                    ModelService.of(ModelService.Provider.OPENAI, one.baseUrl(), "m")
                        .at(List.of(one.baseUrl(), other.baseUrl()))))) {
      assertThatThrownBy(() -> ask(models.model(Purpose.JUDGE), "Hello?", new ArrayList<>()))
          .isInstanceOf(ModelFailure.class);
      assertThat(other.requests()).isEmpty();
    }
  }

  @Test
  void keys_in_a_file_stand_in_for_each_other_and_can_be_replaced_while_it_runs()
      throws IOException {
    Path keys = folder.resolve("keys");
    Files.writeString(keys, "key-one\nkey-two\n");
    try (ScriptedModelServer server =
            ScriptedModelServer.playing(
                "status: 401\nsay: revoked\n---\nsay: with two\n---\nsay: with three");
        Models models =
            models(
                ModelSettings.of(
                    Mode.MODEL,
                    ModelService.of(ModelService.Provider.OPENAI, server.baseUrl(), "m")
                        .keysIn(keys)))) {
      List<String> notes = new ArrayList<>();
      assertThat(ask(models.model(Purpose.JUDGE), "Hello?", notes)).isEqualTo("with two");
      assertThat(notes.toString()).contains("with key 2").doesNotContain("key-one", "key-two");
      Files.writeString(keys, "key-three\n");
      assertThat(ask(models.model(Purpose.JUDGE), "Hello?", notes)).isEqualTo("with three");
      assertThat(server.requests())
          .extracting(request -> request.authorization())
          .containsExactly("Bearer key-one", "Bearer key-two", "Bearer key-three");
    }
  }

  @Test
  void a_change_of_server_is_said_in_the_transcript() {
    try (AgentFixture fixture = new AgentFixture("say: here");
        Models models =
            models(
                ModelSettings.of(
                    Mode.MODEL,
                    ModelService.of(
                            ModelService.Provider.OPENAI, URI.create("http://127.0.0.1:1/v1"), "m")
                        .at(
                            List.of(
                                URI.create("http://127.0.0.1:1/v1"), fixture.server.baseUrl()))))) {
      AgentRun run =
          fixture
              .agent()
              .run(
                  Assignment.of(
                      Purpose.EXECUTE,
                      models.model(Purpose.EXECUTE),
                      "You work.",
                      "Go.",
                      fixture.budget),
                  AgentListener.silent());
      assertThat(AgentFixture.answer(run)).isEqualTo("here");
      assertThat(AgentFixture.entries(run, Entry.Noted.class).getFirst().text())
          .contains("(network)")
          .contains("Goes on with");
    }
  }

  @Test
  void what_was_recorded_is_answered_again_without_anybody_being_asked() throws IOException {
    ModelSettings live;
    try (ScriptedModelServer server =
        ScriptedModelServer.playing("say: first hunter2\nusage: 9 3\n---\nsay: second")) {
      live =
          ModelSettings.of(
              Mode.MODEL,
              ModelService.of(ModelService.Provider.OPENAI, server.baseUrl(), "m")
                  .with(Secret.of("the-key")));
      try (Models models = models(withTape(live, Optional.of(folder), Optional.empty()))) {
        ask(
            models.model(Purpose.JUDGE),
            "Word 0123456789abcdef0123456789abcdef",
            new ArrayList<>());
        ask(models.model(Purpose.JUDGE), "Other", new ArrayList<>());
        assertThat(models.model(Purpose.JUDGE).rehearsal()).isFalse();
      }
    }
    assertThat(Files.readString(folder.resolve("exchanges.jsonl")))
        .doesNotContain("hunter2", "the-key");
    try (Models models = models(withTape(live, Optional.empty(), Optional.of(folder)))) {
      ChatAnswer answer =
          models
              .model(Purpose.JUDGE)
              .ask(question("Word ffffffffffffffffffffffffffffffff"), TextListener.silent());
      assertThat(answer.reply().text()).isEqualTo("first ***");
      assertThat(models.model(Purpose.JUDGE).rehearsal()).as("no model judged it now").isTrue();
      assertThat(answer.usage()).isEqualTo(new Usage(9, 3));
      assertThat(ask(models.model(Purpose.JUDGE), "Other", new ArrayList<>())).isEqualTo("second");
      assertThatThrownBy(() -> ask(models.model(Purpose.JUDGE), "New", new ArrayList<>()))
          .hasMessageContaining("has no answer to this question");
    }
  }

  @Test
  void a_recording_keeps_executors_apart_that_are_asked_the_same() {
    ModelSettings live;
    try (ScriptedModelServer server =
        ScriptedModelServer.playing(
            "if: \"model\":\"one\"\nsay: of one\n---\nif: \"model\":\"two\"\nsay: of two")) {
      ModelService one = ModelService.of(ModelService.Provider.OPENAI, server.baseUrl(), "one");
      live = ModelSettings.of(Mode.MODEL, one).withExecutor(one.named("two"));
      try (Models models = models(withTape(live, Optional.of(folder), Optional.empty()))) {
        ask(models.executor("two"), "Both", new ArrayList<>());
        ask(models.executor("one"), "Both", new ArrayList<>());
      }
    }
    try (Models models = models(withTape(live, Optional.empty(), Optional.of(folder)))) {
      assertThat(models.byRules()).as("what is replayed was done by models").isFalse();
      assertThat(models.executors()).extracting(ChatModel::name).containsExactly("one", "two");
      assertThat(ask(models.executor("one"), "Both", new ArrayList<>())).isEqualTo("of one");
      assertThat(ask(models.executor("two"), "Both", new ArrayList<>())).isEqualTo("of two");
      assertThatThrownBy(() -> models.executor("three"))
          .hasMessageContaining("not configured any more");
    }
  }

  private static ModelSettings withTape(
      ModelSettings live, Optional<Path> record, Optional<Path> replay) {
    return new ModelSettings(
        live.mode(), live.services(), live.furtherExecutors(), live.tuning(), record, replay);
  }

  private CostLedger ledger(CostLimits limits, Price price) {
    return new CostLedger(
        database.jdbc(),
        clock,
        ModelSettings.of(
            Mode.MODEL,
            ModelService.of(ModelService.Provider.OPENAI, URI.create("http://127.0.0.1:1/v1"), "m")
                .with(price)),
        limits);
  }

  @Test
  void cached_tokens_have_their_price_and_a_providers_own_figure_stands_in_for_none() {
    CostLedger priced =
        ledger(
            CostLimits.NONE,
            new Price(new BigDecimal("2"), new BigDecimal("8"), new BigDecimal("0.5")));
    Usage usage = new Usage(1000, 100, 600, 0, Optional.of(new BigDecimal("7")));
    assertThat(priced.book(Purpose.JUDGE, "m", usage, "run"))
        .isEqualByComparingTo("0.0019"); // 400 * 2 + 600 * 0.5 + 100 * 8 millionths
    assertThat(ledger(CostLimits.NONE, Price.NONE).book(Purpose.JUDGE, "m", usage, "other"))
        .isEqualByComparingTo("7");
    priced.bookWait(Purpose.JUDGE, "m", Duration.ofSeconds(3), "run");
    assertThat(priced.lines("run"))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.calls()).isEqualTo(1);
              assertThat(line.usage().cachedTokens()).isEqualTo(600);
              assertThat(line.waited()).isEqualTo(Duration.ofSeconds(3));
            });
  }

  @Test
  void a_question_that_would_exceed_a_budget_is_not_asked() {
    Price price = new Price(new BigDecimal("1000000"), BigDecimal.ZERO);
    CostLimits limits =
        new CostLimits(
            Optional.of(new BigDecimal("10")),
            Optional.of(new BigDecimal("25")),
            Optional.of(new BigDecimal("12")));
    CostLedger ledger = ledger(limits, price);
    try (AgentFixture fixture =
        new AgentFixture("always\ncall: echo {\"word\": \"x\"}\nusage: 4 0")) {
      fixture.costs = ledger;
      AgentRun run =
          fixture
              .agent()
              .run(
                  Assignment.of(Purpose.EXECUTE, fixture.model(), "W", "G", fixture.budget)
                      .able(java.util.Set.of())
                      .with(List.of(SimpleTool.echo()))
                      .ownedBy("small"),
                  AgentListener.silent());
      AgentRun.Ending.Failed failed = (AgentRun.Ending.Failed) run.ending();
      assertThat(failed.failure().code()).isEqualTo(ErrorCode.MODEL_BUDGET_SPENT);
      assertThat(failed.failure().reason()).contains("assay.model.budget.validation");
      assertThat(ledger.total("small")).isLessThanOrEqualTo(new BigDecimal("10"));
    }
    ledger.assign("chat", "anna");
    ledger.book(Purpose.CONVERSE, "m", new Usage(9, 0), "chat");
    assertThatThrownBy(() -> ledger.hold(Purpose.CONVERSE, "m", 4, "chat"))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("assay.model.budget.user");
    ledger.book(Purpose.JUDGE, "m", new Usage(9, 0), "another");
    assertThatThrownBy(() -> ledger.hold(Purpose.JUDGE, "m", 9, "third"))
        .hasMessageContaining("assay.model.budget.day");
    clock.pass(Duration.ofDays(1));
    ledger.hold(Purpose.JUDGE, "m", 9, "third").close();
  }
}
