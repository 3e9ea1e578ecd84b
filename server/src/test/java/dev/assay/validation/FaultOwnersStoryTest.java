package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import dev.assay.testkit.model.ScriptedModelServer;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Failures of a provider, the network, a model or the server's own request in the middle of a
/// validation. Each is retried or leads to no verdict. A grade never changes.
class FaultOwnersStoryTest {
  private static final String EXECUTOR = "if: You do what the user asks\n";
  private static final String JUDGE = "if: You judge how well\n";
  private static final String WRITER = "if: You write tasks that show\n";
  private static final String INSTALLER = "if: You find out which packages\n";

  private static ScriptedModelServer model;
  private static TestServer server;
  private static GateClient gate;

  @BeforeAll
  static void open() {
    model = ScriptedModelServer.playing("");
    server =
        TestServer.start(
            Map.of(
                "ASSAY_MODEL_BASE_URL", model.baseUrl().toString(),
                "ASSAY_MODEL_NAME", "scripted",
                "ASSAY_MODEL_RETRIES", "1",
                "ASSAY_MODEL_SILENCE", "2s",
                "ASSAY_MODEL_LONGEST_WAIT", "2s",
                "ASSAY_WORKFLOW_RETRIES", "0"));
    gate = new GateClient(server);
  }

  @AfterAll
  static void close() {
    server.close();
    model.close();
  }

  private static String scene(String who, String what) {
    String whose =
        switch (who) {
          case "executor" -> EXECUTOR;
          case "executor at the end" -> EXECUTOR + "if: total: 6\n";
          case "judge" -> JUDGE;
          case "writer" -> WRITER;
          case "installer" -> INSTALLER;
          default -> throw new IllegalArgumentException(who);
        };
    return whose + what.replace(" / ", "\n");
  }

  @ParameterizedTest(name = "{1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          aardvark | executor            | say: I'm sorry, but I can't assist with that.                | MODEL_REFUSED
          baboon   | executor            | finish: length / say: The su                                 | MODEL_ANSWER_UNUSABLE
          camel    | executor            | say: <tool_call>{"name": "execute", "arguments": {}}</tool_call> | MODEL_ANSWER_UNUSABLE
          ermine   | executor            | finish: content_filter / say: The                            | MODEL_REFUSED
          ferret   | executor            | status: 400 / say: prompt is too long: 9000 tokens > 8000    | MODEL_REFUSED
          gecko    | executor at the end | status: 401 / say: invalid api key                           | MODEL_REFUSED
          ibis     | executor at the end | status: 500 / say: out of order                              | MODEL_UNAVAILABLE
          kiwi     | executor at the end | silent / say: The sum                                        | MODEL_UNAVAILABLE
          lemur    | executor at the end | garbage                                                      | MODEL_ANSWER_UNUSABLE
          marmot   | executor at the end | say:                                                         | MODEL_ANSWER_UNUSABLE
          narwhal  | executor            | status: 429 / header: Retry-After: 3600 / say: come tomorrow | MODEL_UNAVAILABLE
          ocelot   | executor            | call: no_such_tool {}                                        | MODEL_ANSWER_UNUSABLE
          panther  | judge               | say: I'm sorry, but I can't assist with that.                | MODEL_ANSWER_UNUSABLE
          raccoon  | judge               | say: {"score": 1} / say: {"score": 5}                        | MODEL_ANSWER_UNUSABLE
          urchin   | writer              | say: I can't help with that.                                 | MODEL_ANSWER_UNUSABLE
          viper    | installer           | say: I can't help with that.                                 | MODEL_ANSWER_UNUSABLE
          """)
  void what_fails_every_time_gives_no_verdict_and_no_score(
      String word, String who, String what, String code) {
    SumsModel.play(model, word, "always\n" + scene(who, what));
    String id = gate.upload(SumsModel.skill(word).archive());
    String run = gate.start(id);
    JsonNode status = gate.awaitEnd(id);
    assertThat(status.path("run_state").asString())
        .as(status.toPrettyString())
        .isEqualTo("inconclusive");
    assertThat(status.path("status").asString()).isEqualTo("pending");
    assertThat(status.path("inconclusive_reason").asString()).contains(code);
    assertThat(status.path("scores").isObject()).isFalse();
    assertThat(gate.run(id, run).path("result").isObject()).isFalse();
    assertThat(gate.sandboxes()).isEmpty();
  }

  @ParameterizedTest(name = "{1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          alder  | executor            | say: I'm sorry, but I can't assist with that.
          birch  | executor            | finish: length / say: The su
          cedar  | executor            | say: <tool_call>{"name": "execute", "arguments": {}}</tool_call>
          elder  | executor at the end | finish: content_filter / say: The
          fennel | executor at the end | cut / say: The sum
          hazel  | executor at the end | status: 503 / say: overloaded
          juniper | executor            | status: 429 / header: Retry-After: 1 / say: slower
          larch  | executor at the end | call: no_such_tool {}
          maple  | judge               | say: I'm sorry, but I can't assist with that.
          olive  | judge               | say: {"score": 1} / say: {"score": 5}
          poplar | judge               | status: 500 / say: out of order
          rowan  | writer              | finish: length / say: {"cannot
          """)
  void what_fails_once_is_repeated_and_costs_the_skill_nothing(
      String word, String who, String what) {
    SumsModel.play(model, word, scene(who, what));
    GateClient.Done done = gate.validate(SumsModel.skill(word).archive());
    assertThat(done.outcome()).isEqualTo("passed");
    assertThat(done.result().path("scores").path("overall").asDouble()).isEqualTo(100.0);
    assertThat(model.requests().stream().filter(each -> each.body().contains(word))).isNotEmpty();
  }
}
