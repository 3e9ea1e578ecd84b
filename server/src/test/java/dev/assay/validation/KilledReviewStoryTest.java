package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A real server, killed with SIGKILL in the middle of the transaction that puts a skill into use.
/// Afterwards the old state is complete, and later the new one, but never a mixture.
class KilledReviewStoryTest {
  private final KillableGate killable = new KillableGate();

  @AfterEach
  void end() throws InterruptedException {
    killable.close();
  }

  private static String validated(GateClient gate, String name, String description, String what) {
    GateClient.Done done = gate.validate(SampleSkill.adding(name, description, what).archive());
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    return done.id();
  }

  private static Api.Reply approve(GateClient gate, String id) {
    return gate.admin()
        .post("/api/admin/skills/" + id + "/approve", Map.of("acknowledge_rehearsal", true));
  }

  /// Holds the last but one write of an admission until the waiting server is killed.
  private void killWhileAdmitting(Runnable wish) throws SQLException, InterruptedException {
    try (Connection blocker = killable.database.source().getConnection()) {
      blocker.setAutoCommit(false);
      blocker.createStatement().execute("lock table runtime_image_skill in exclusive mode");
      Thread asking = Thread.ofVirtual().start(wish);
      await()
          .atMost(KillableGate.PATIENCE)
          .until(
              () ->
                  killable.count(
                          "select count(*) from pg_locks"
                              + " where relation = 'runtime_image_skill'::regclass and not granted")
                      > 0);
      killable.kill();
      asking.join();
      blocker.rollback();
    }
    await()
        .atMost(KillableGate.PATIENCE)
        .until(
            () ->
                killable.count(
                        "select count(*) from pg_locks"
                            + " where relation = 'runtime_image_skill'::regclass")
                    == 0);
  }

  private void oldWorld(String id, String status, long images) {
    assertThat(status(id)).isEqualTo(status);
    assertThat(killable.count("select count(*) from runtime_image")).isEqualTo(images);
    assertThat(killable.count("select number from runtime_image_current")).isEqualTo(images - 1);
  }

  private String status(String id) {
    return killable
        .jdbc
        .sql("select status from skill where id = ?::uuid")
        .param(id)
        .query(String.class)
        .single();
  }

  @Test
  void whenever_a_server_dies_a_skill_is_in_use_with_its_image_or_not_at_all() throws Exception {
    GateClient gate = killable.start();
    String first =
        validated(
            gate, "meadow-sums", "Adds up sheep in the meadows of a farm.", "sheep of the farm");
    String second =
        validated(
            gate,
            "station-sums",
            "Adds up minutes that trains were late.",
            "minutes of late trains");

    GateClient dying = gate;
    killWhileAdmitting(
        () -> {
          try {
            approve(dying, first);
          } catch (AssertionError e) {
            // the server dies before it answers
          }
        });
    oldWorld(first, "pending", 1);

    gate = killable.start();
    assertThat(approve(gate, first).body().path("runtime_image_version").asString())
        .isEqualTo("v1.1");

    GateClient testing = gate;
    killWhileAdmitting(() -> assertThat(approve(testing, second).status()).isEqualTo(202));
    oldWorld(second, "validating", 2);

    gate = killable.start();
    assertThat(gate.awaitEnd(second).path("status").asString()).isEqualTo("approved");
    assertThat(killable.count("select count(*) from runtime_image")).isEqualTo(3);
    assertThat(
            killable.count(
                "select count(*) from runtime_image_skill s"
                    + " join runtime_image_current c on c.number = s.number"))
        .isEqualTo(2);
    assertThat(
            killable.count(
                "select coalesce(max(attempt), 0) from workflow_step s join workflow_run r on r.id = s.run"
                    + " where r.kind = 'approval'"))
        .as("no finished step was begun again")
        .isEqualTo(1);
  }
}
