package dev.assay.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.agent.ModelSettings.Mode;
import dev.assay.agent.ModelSettings.Price;
import dev.assay.agent.ModelSettings.Role;
import dev.assay.agent.transcript.ReplayModel;
import dev.assay.skill.Secret;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.Usage;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import dev.assay.testkit.TestClock;
import dev.assay.testkit.model.ModelRecorder;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsStoryTest {
  private static final ChatModel RULES = new ReplayModel(new Transcript(List.of()));

  private final TestDatabase database = new TestDatabase();
  private final TestClock clock = new TestClock();

  private Models models(ModelSettings settings) {
    return new Models(settings, () -> RULES, database.jdbc(), clock);
  }

  private static ModelSettings settings(Mode mode, URI address) {
    ModelService big =
        ModelService.of(ModelService.Provider.OPENAI, address, "big")
            .with(Secret.of(AgentFixture.KEY))
            .with(new Price(new BigDecimal("2"), new BigDecimal("8"), new BigDecimal("0.5")));
    return ModelSettings.of(mode, big)
        .with(
            Role.REPORT,
            big.named("flash").with(new Price(new BigDecimal("0.1"), new BigDecimal("0.4"))));
  }

  @Test
  void rules_take_a_models_place_only_until_there_was_one() {
    try (Models none = models(ModelSettings.none(Mode.AUTO))) {
      assertThat(none.model(Purpose.JUDGE)).isSameAs(RULES);
    }
    try (Models some = models(settings(Mode.AUTO, URI.create("http://127.0.0.1:1/v1")))) {
      assertThat(some.model(Purpose.JUDGE).name()).isEqualTo("big");
      assertThat(some.model(Purpose.REPORT).name()).isEqualTo("flash");
      assertThat(some.model(Purpose.EXECUTE).name()).isEqualTo("big");
    }
    try (Models gone = models(ModelSettings.none(Mode.AUTO))) {
      assertThatThrownBy(() -> gone.model(Purpose.JUDGE))
          .isInstanceOf(ModelFailure.class)
          .hasMessageContaining("assay.model.base-url");
    }
    try (Models told = models(ModelSettings.none(Mode.REHEARSAL))) {
      assertThat(told.model(Purpose.JUDGE)).isSameAs(RULES);
    }
  }

  @Test
  void a_model_that_is_only_written_down_while_rules_are_wanted_was_not_used() {
    try (Models rules = models(settings(Mode.REHEARSAL, URI.create("http://127.0.0.1:1/v1")))) {
      assertThat(rules.model(Purpose.JUDGE)).isSameAs(RULES);
    }
    try (Models none = models(ModelSettings.none(Mode.AUTO))) {
      assertThat(none.model(Purpose.JUDGE)).isSameAs(RULES);
    }
  }

  @Test
  void costs_are_booked_by_purpose_and_owner() {
    CostLedger ledger =
        new CostLedger(
            database.jdbc(), clock, settings(Mode.AUTO, URI.create("http://127.0.0.1:1/v1")));
    assertThat(ledger.book(Purpose.JUDGE, "big-2026", new Usage(1000, 500), "run-1"))
        .isEqualByComparingTo("0.006");
    ledger.book(Purpose.REPORT, "flash", new Usage(1_000_000, 0), "run-1");
    ledger.book(Purpose.REPORT, "flash", new Usage(5, 5), "run-2");
    assertThat(ledger.total("run-1")).isEqualByComparingTo("0.106");
    assertThat(ledger.usage("run-1")).isEqualTo(new Usage(1_001_000, 500));
    assertThat(ledger.total("nobody")).isZero();
  }

  @Test
  void a_transcript_is_there_entry_by_entry_without_secrets_and_odd_characters_survive() {
    Transcripts transcripts =
        new Transcripts(database.jdbc(), clock, List.of(Secret.of("hunter2-hunter2")));
    Transcripts.Recording recording = transcripts.open("run-1", Purpose.EXECUTE, RULES);
    Entry asked = new Entry.Asked(clock.instant(), "Say \u0000 and \uD83D\uDE00.");
    recording.accept(asked);
    assertThat(transcripts.find(recording.id()))
        .contains(new Transcript(List.of(asked))); // what a killed server leaves
    ToolCall call = new ToolCall("1", "execute", "{\"command\": \"echo hunter2-hunter2\"}");
    recording.accept(
        new Entry.Used(
            clock.instant(),
            call,
            "hunter2-hunter2 ghp_abcdefghijklmnopqrstuvwx",
            false,
            Duration.ofMillis(5)));
    recording.close("answered");
    String stored =
        String.join(
            "\n",
            database
                .jdbc()
                .sql("select entry from agent_transcript_entry")
                .query(String.class)
                .list());
    assertThat(stored).doesNotContain("hunter2").doesNotContain("ghp_").contains("***");
    assertThat(transcripts.ofOwner("run-1")).containsExactly(recording.id());
    assertThat(transcripts.find(UUID.randomUUID())).isEmpty();
    assertThat(transcripts.forget(clock.instant().plusSeconds(1))).isEqualTo(1);
    assertThat(transcripts.find(recording.id())).isEmpty();
  }

  @Test
  void a_run_can_be_played_again_from_its_transcript_and_a_difference_is_noticed() {
    AgentRun run;
    try (AgentFixture fixture =
        new AgentFixture(
            """
            call: echo {"word": "hi"}
            ---
            say: It said hi.
            """)) {
      run = fixture.run("Say hi.", SimpleTool.echo());
    }
    Transcript kept = Transcripts.read(Transcripts.json(run.transcript()));
    assertThat(kept.entries()).hasSameSizeAs(run.transcript().entries());
    assertThat(AgentFixture.answer(replayed(kept, "Say hi."))).isEqualTo("It said hi.");
    assertThat(AgentFixture.answer(replayed(kept, "Say something else.")))
        .contains("goes another way");
  }

  private AgentRun replayed(Transcript transcript, String request) {
    return new Agent(clock, LoopSettings.USUAL, Costs.free())
        .run(
            Assignment.of(
                    Purpose.EXECUTE,
                    new ReplayModel(transcript),
                    "You work.",
                    request,
                    Budget.of(10, 10_000, Duration.ofMinutes(1)))
                .with(List.of(SimpleTool.echo())),
            AgentListener.silent());
  }

  @Test
  void real_traffic_is_recorded_without_keys_and_played_again(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("traffic.jsonl");
    try (AgentFixture fixture = new AgentFixture("say: recorded sk-leaked-by-the-model-1");
        ModelRecorder recorder = ModelRecorder.recording(fixture.server.baseUrl(), file)) {
      assertThat(ask(recorder.baseUrl())).startsWith("recorded");
    }
    assertThat(Files.readString(file)).doesNotContain(AgentFixture.KEY).doesNotContain("sk-");
    try (ModelRecorder player = ModelRecorder.replaying(file)) {
      assertThat(ask(player.baseUrl())).startsWith("recorded");
      assertThatThrownBy(() -> ask(player.baseUrl())).hasMessageContaining("recording is over");
    }
  }

  private String ask(URI address) {
    try (Models models = models(settings(Mode.MODEL, address))) {
      return models
          .model(Purpose.JUDGE)
          .ask(
              new dev.assay.skill.model.ChatRequest(
                  Purpose.JUDGE,
                  List.of(new dev.assay.skill.model.Message.Request("Hello?")),
                  List.of(),
                  Optional.empty(),
                  Duration.ofSeconds(30)),
              dev.assay.skill.model.TextListener.silent())
          .reply()
          .text();
    }
  }

  @Test
  void the_check_of_a_model_says_in_words_what_is_wrong() {
    assertThat(found(URI.create("http://no-such-host.invalid/v1"))).contains("cannot be looked up");
    assertThat(found(URI.create("http://127.0.0.1:1/v1"))).contains("Nothing answers");
    assertThat(answeredBy("status: 401\nsay: bad key")).contains("assay.model.key");
    assertThat(answeredBy("status: 404\nsay: no such model")).contains("model's name");
    assertThat(answeredBy("garbage")).contains("no answer of a model");
    assertThat(answeredBy("say: I cannot")).contains("did not use the tool");
    assertThat(answeredBy("call: report {\"word\": \"assay\"}")).contains("answers and uses tools");
    assertThat(ModelCheck.check(ModelSettings.none(Mode.AUTO), 1000).getFirst().finding())
        .isEqualTo("not configured");
  }

  @Test
  void the_check_of_a_model_tells_a_server_without_tls() throws IOException {
    try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  while (true) {
                    try (Socket one = plain.accept()) {
                      one.getOutputStream()
                          .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
                      one.getOutputStream().flush();
                      one.shutdownOutput();
                      one.getInputStream().readAllBytes();
                    }
                  }
                } catch (IOException _) {
                  // the test is over
                }
              });
      assertThat(found(URI.create("https://127.0.0.1:" + plain.getLocalPort() + "/v1")))
          .contains("TLS");
    }
  }

  private static String answeredBy(String scene) {
    try (AgentFixture fixture = new AgentFixture("always\n" + scene)) {
      return found(fixture.server.baseUrl());
    }
  }

  private static String found(URI address) {
    List<ModelCheck.Result> results = ModelCheck.check(settings(Mode.AUTO, address), 1000);
    assertThat(results).hasSize(2);
    ModelCheck.Result first = results.getFirst();
    assertThat(first.remedy().isEmpty()).isEqualTo(first.usable());
    assertThat(first.finding()).doesNotContain(AgentFixture.KEY);
    return first.finding();
  }
}
