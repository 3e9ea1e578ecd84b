package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A full test of every admitted skill: real sandboxes, rules in the place of a model.
class FullTestStoryTest {
  private static final String PATH = "/api/admin/skills/full-test";
  private static final List<String> ALIVE = List.of("waiting", "running");

  private static TestServer server;
  private static GateClient gate;

  @BeforeAll
  static void open() {
    server = TestServer.start(Map.of("ASSAY_WORKFLOW_RETRIES", "0"));
    gate = new GateClient(server);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @BeforeEach
  void nothingIsApproved() {
    gate.empty();
  }

  private static SampleSkill snow(String name) {
    return SampleSkill.adding(
        name, "Adds up snowfall in centimetres. Use it for winters.", "snowfall");
  }

  private static SampleSkill five(String name) {
    return snow(name)
        .task("Add up the snowfall of the fourth winter.", "fourth.txt", "7\n1\n", "total: 8")
        .task("Add up the snowfall of the fifth winter.", "fifth.txt", "6\n6\n", "total: 12");
  }

  private static String approved(SampleSkill skill) {
    GateClient.Done done = gate.validate(skill.archive());
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    gate.approve(done.id());
    return done.id();
  }

  private static String start() {
    Api.Reply started = gate.admin().post(PATH, Map.of());
    assertThat(started.status()).as(started.response().body()).isEqualTo(202);
    return started.body().path("run_id").asString();
  }

  private static JsonNode latest() {
    return gate.admin().get(PATH).body();
  }

  private static JsonNode awaitEnd() {
    return await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(200))
        .until(FullTestStoryTest::latest, test -> !ALIVE.contains(test.path("state").asString()));
  }

  /// Returns the audit entries of a full test, newest first.
  private static List<String> written(String run) {
    return gate.admin()
        .get("/api/admin/audit?object=" + run)
        .body()
        .path("entries")
        .valueStream()
        .map(each -> each.path("action").asString() + " by " + each.path("actor").asString())
        .toList();
  }

  private static JsonNode line(JsonNode test, String name) {
    return test.path("skills")
        .valueStream()
        .filter(each -> each.path("name").asString().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(test.toPrettyString()));
  }

  @Test
  void damaged_files_are_the_platforms_fault_and_never_a_grade() throws IOException {
    String hurt = approved(five("snow-hurt"));
    approved(
        SampleSkill.adding(
            "rent-well", "Adds up the rents of a house. Use it for tenants.", "monthly rents"));
    String digest =
        gate.jdbc()
            .sql("select digest from skill where id = ?::uuid")
            .param(hurt)
            .query(String.class)
            .single();
    Path file =
        server.home().treeFolder().resolve(digest.replace("sha256:", "")).resolve("SKILL.md");
    byte[] genuine = Files.readAllBytes(file);
    byte[] altered = genuine.clone();
    altered[altered.length - 2] ^= 1;
    Files.write(file, altered);
    try {
      start();
      JsonNode test = awaitEnd();

      assertThat(test.path("state").asString()).as(test.toPrettyString()).isEqualTo("inconclusive");
      assertThat(test.path("reason").asString())
          .startsWith("STORED_FILES_DAMAGED")
          .contains("\"SKILL.md\" is changed")
          .contains("fault of the platform")
          .contains("upload the same files again");
      assertThat(test.path("counts").path("failed").asInt(-1)).isZero();
    } finally {
      Files.write(file, genuine);
    }
    start();
    assertThat(awaitEnd().path("counts").path("failed").asInt(-1)).isZero();
    assertThat(line(latest(), "snow-hurt").path("outcome").asString()).isEqualTo("passed");
  }

  @Test
  void every_approved_skill_does_its_saved_tasks_and_two_new_ones_online_and_offline() {
    String whole = approved(five("snow-whole"));
    approved(
        SampleSkill.adding(
            "rent-three", "Adds up the rents of a house. Use it for tenants.", "monthly rents"));
    String rotten =
        approved(
            SampleSkill.adding(
                    "oil-rotten", "Adds up barrels of oil. Use it for tankers.", "oil barrels")
                .task("Add up the oil barrels of ship four.", "four.txt", "7\n1\n", "total: 8")
                .task("Add up the oil barrels of ship five.", "five.txt", "6\n6\n", "total: 12"));
    gate.jdbc()
        .sql(
            "update skill_task set task = replace(task::text, 'total: ', 'sum: ')::jsonb"
                + " where skill_id = ?::uuid")
        .param(rotten)
        .update();
    String run = start();
    JsonNode test = awaitEnd();

    assertThat(test.path("state").asString()).as(test.toPrettyString()).isEqualTo("finished");
    assertThat(test.path("run_id").asString()).isEqualTo(run);
    assertThat(test.path("rehearsal").asBoolean()).isTrue();
    assertThat(test.path("progress").path("done")).isEqualTo(test.path("progress").path("of"));
    assertThat(test.path("counts").toString())
        .isEqualTo("{\"skills\":3,\"passed\":1,\"failed\":1,\"inconclusive\":1}");

    JsonNode passed = line(test, "snow-whole");
    assertThat(passed.path("outcome").asString()).isEqualTo("passed");
    assertThat(passed.path("overall").asDouble()).isEqualTo(100.0);
    assertThat(passed.path("results").path("saved").asInt()).isEqualTo(3);
    assertThat(passed.path("results").path("tasks")).hasSize(5);
    for (JsonNode task : passed.path("results").path("tasks")) {
      for (String world : List.of("online", "offline")) {
        assertThat(task.path(world).path("score").asInt()).as(task.toString()).isEqualTo(5);
        assertThat(task.path(world).path("activated").asBoolean()).isTrue();
      }
    }
    JsonNode open = line(test, "rent-three");
    assertThat(open.path("outcome").asString()).isEqualTo("inconclusive");
    assertThat(open.path("results").path("reason").asString())
        .contains("Add evals or configure a model");
    assertThat(open.path("results").path("tasks")).hasSize(3);
    JsonNode failed = line(test, "oil-rotten");
    assertThat(failed.path("outcome").asString()).isEqualTo("failed");
    assertThat(failed.path("results").path("reason").asString()).contains("Completion is");

    JsonNode skill = gate.admin().get("/api/admin/skills/" + whole).body();
    assertThat(skill.path("last_full_test_at").asString()).isNotEmpty();
    assertThat(skill.path("full_test_results").path("outcome").asString()).isEqualTo("passed");
    assertThat(skill.path("skill").path("status").asString()).isEqualTo("approved");
    JsonNode first = gate.admin().get(PATH + "/history").body().path("full_tests").path(0);
    assertThat(first.path("run_id").asString()).isEqualTo(run);
    assertThat(line(first, "oil-rotten").path("outcome").asString()).isEqualTo("failed");
    assertThat(
            line(first, "oil-rotten").path("results").isMissingNode()
                || line(first, "oil-rotten").path("results").isNull())
        .isTrue();
    assertThat(gate.sandboxes()).isEmpty();

    // the findings outlive the run and the skill
    gate.jdbc().sql("delete from workflow_run where id = ?::uuid").param(run).update();
    gate.jdbc().sql("delete from skill where id = ?::uuid").param(rotten).update();
    JsonNode kept = gate.admin().get(PATH + "/" + run).body();
    assertThat(line(kept, "oil-rotten").path("outcome").asString()).isEqualTo("failed");
  }

  @Test
  void without_admitted_skills_there_is_nothing_to_find() {
    String run = start();
    JsonNode test = awaitEnd();
    assertThat(test.path("state").asString()).isEqualTo("finished");
    assertThat(test.path("skills")).isEmpty();
    assertThat(written(run))
        .containsExactly("full_test_ended by assay", "full_test_started by admin");
  }

  @Test
  void one_full_test_runs_at_a_time_and_a_cancelled_one_leaves_no_sandbox() {
    approved(
        SampleSkill.adding(
                "hail-slow", "Adds up hailstones in the garden. Use it for storms.", "hailstones")
            .script("[ -e /workspace/intermediate/x ] || sleep 2\n" + SampleSkill.ADDING));
    String run = start();
    Api.Reply second = gate.admin().post(PATH, Map.of());
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.body().path("code").asString()).isEqualTo("VALIDATION_IN_PROGRESS");
    assertThat(second.body().path("details").path("run_id").asString()).isEqualTo(run);
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> !gate.sandboxes().isEmpty());

    assertThat(gate.admin().post(PATH + "/cancel", Map.of()).status()).isEqualTo(202);
    JsonNode test = awaitEnd();
    assertThat(test.path("state").asString()).isEqualTo("cancelled");
    assertThat(test.path("reason").asString()).isEqualTo("Cancelled by admin.");
    assertThat(gate.sandboxes()).isEmpty();
    assertThat(gate.admin().post(PATH + "/cancel", Map.of()).status()).isEqualTo(400);
    assertThat(gate.admin().post(PATH + "/resume", Map.of()).status()).isEqualTo(409);
    assertThat(written(run)).endsWith("full_test_cancelled by admin", "full_test_started by admin");
  }

  @Test
  void a_skill_that_is_gone_meanwhile_stops_nobody_else() {
    String gone = approved(snow("snow-gone"));
    String there =
        approved(
            SampleSkill.adding(
                "tolls-there",
                "Adds up road tolls of lorries. Use it for hauliers.",
                "road tolls"));
    // as if it had been rejected between the preparation and its turn
    gate.jdbc()
        .sql(
            """
            create function gone() returns trigger language plpgsql as $$ begin
              update skill set status = 'rejected' where name = 'snow-gone'; return new; end $$;
            create trigger gone after insert on full_test for each row execute function gone()
            """)
        .update();
    try {
      start();
      JsonNode test = awaitEnd();
      assertThat(line(test, "snow-gone").path("results").path("reason").asString())
          .contains("not admitted any more");
      assertThat(line(test, "tolls-there").path("results").path("tasks")).hasSize(3);
      assertThat(List.of(gone, there)).doesNotHaveDuplicates();
    } finally {
      gate.jdbc().sql("drop trigger gone on full_test; drop function gone()").update();
    }
  }

  @Test
  void only_administrators_may_and_an_unknown_test_is_not_found() {
    assertThat(gate.admin().get(PATH + "/" + UUID.randomUUID()).status()).isEqualTo(404);
    assertThat(server.anonymous().post(PATH, Map.of()).status()).isEqualTo(401);
  }
}
