package dev.assay.validation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.TestServer;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A gate with its stricter settings, and skills that try its patience.
class StrictGateStoryTest {
  private static final String SECRET = "gate-secret-0815";

  private static TestServer server;
  private static GateClient gate;

  @BeforeAll
  static void open() {
    server =
        TestServer.start(
            Map.of(
                "ASSAY_VALIDATION_DEPENDENCIES", "strict",
                "ASSAY_VALIDATION_REQUIRE_OFFLINE", "true",
                "ASSAY_VALIDATION_AUTO_START", "true",
                "ASSAY_MODEL_MODE", "rehearsal",
                "ASSAY_MODEL_BASE_URL", "http://127.0.0.1:9/v1",
                "ASSAY_MODEL_NAME", "none",
                "ASSAY_MODEL_KEY", SECRET));
    gate = new GateClient(server);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  /// Validates a skill by its upload alone.
  private static GateClient.Done validated(byte[] archive) {
    String id = gate.upload(archive);
    JsonNode status = gate.awaitEnd(id);
    assertThat(status.path("run_state").asString())
        .as(status.toPrettyString())
        .isEqualTo("finished");
    String run = status.path("run_id").asString();
    return new GateClient.Done(id, run, gate.run(id, run).path("result"));
  }

  @Test
  void an_undeclared_package_in_the_candidate_fails_the_skill_before_any_task() {
    GateClient.Done done = validated(ExampleSkills.archive("greedy-deps"));
    assertThat(done.outcome()).isEqualTo("failed");
    assertThat(done.reasons()).containsExactly("DEPENDENCY_UNDECLARED");
    assertThat(done.result().path("reasons").toString())
        .contains("tinyslug 1.0.0")
        .doesNotContain("pip ");
    assertThat(done.result().path("tasks")).isEmpty();
    assertThat(gate.status(done.id()).path("status").asString()).isEqualTo("rejected");
  }

  @Test
  void a_skill_that_does_not_work_offline_fails_where_it_has_to() {
    GateClient.Done done = validated(ExampleSkills.archive("phones-home"));
    assertThat(done.reasons()).containsExactly("OFFLINE_REQUIRED");
  }

  @Test
  void a_declared_package_that_cannot_be_had_is_told_with_command_and_output() {
    GateClient.Done done =
        validated(
            SampleSkill.adding(
                    "fog-days", "Adds up days with fog at airports.", "fog days of airports")
                .frontmatter("dependencies:\n  pip: [fog]\n")
                .file("wheels/fog-1.0-py3-none-any.whl", "no wheel at all".getBytes(UTF_8))
                .archive());
    assertThat(done.reasons()).containsExactly("DEPENDENCY_INSTALL_FAILED");
    assertThat(done.result().path("reasons").toString()).contains("fog-1.0-py3-none-any.whl");
  }

  @Test
  void what_the_base_lacks_is_the_platforms_limit_and_no_failure_of_the_skill() {
    String id =
        gate.upload(
            SampleSkill.adding(
                    "hail-days", "Adds up days with hail at farms.", "hail days of farms")
                .frontmatter("dependencies:\n  system: [no-such-package-anywhere]\n")
                .archive());
    JsonNode status = gate.awaitEnd(id);
    assertThat(status.path("status").asString()).isEqualTo("pending");
    assertThat(status.path("inconclusive_reason").asString())
        .contains("no-such-package-anywhere")
        .contains("says nothing about the skill")
        .contains("assay.sandbox.base");
  }

  @Test
  void a_skill_that_shouts_fills_neither_the_journal_nor_the_report_and_keeps_no_secret() {
    GateClient.Done done =
        validated(
            SampleSkill.adding(
                    "loud-dew",
                    "Adds up dew on meadows, measured each morning.",
                    "dew on the meadows")
                .script(
                    SampleSkill.ADDING
                        + """
                        echo '<script>alert(1)</script> | `x` [a](javascript:alert(2)) %s'
                        printf '\\033[31m\\007'
                        i=0; while [ $i -lt 3000 ]; do : >"junk-$i"; i=$((i + 1)); done
                        echo '%s' >result.txt
                        head -c 50000000 /dev/zero | tr '\\0' 'x'
                        """
                            .formatted(SECRET, SECRET))
                .archive());
    assertThat(done.outcome()).as(done.result().toString()).isEqualTo("passed");
    String everything = gate.run(done.id(), done.run()).toString();
    assertThat(everything.length()).isLessThan(4_000_000);
    assertThat(everything).doesNotContain(SECRET);
    assertThat(
            gate.jdbc()
                .sql(
                    "select sum(length(entry)) from agent_transcript_entry e join agent_transcript t"
                        + " on t.id = e.transcript where t.owner = ?")
                .param(done.run())
                .query(Long.class)
                .single())
        .isLessThan(8_000_000);
    String report =
        gate.admin().get("/api/admin/skills/" + done.id() + "/report").response().body();
    assertThat(report.length()).isLessThan(200_000);
    assertThat(report).doesNotContain(SECRET).doesNotContain("<script>").doesNotContain("\u001b");
  }
}
