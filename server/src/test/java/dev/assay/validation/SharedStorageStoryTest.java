package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.conversation.AdmittedSkill;
import dev.assay.conversation.ChatClient;
import dev.assay.testkit.ObjectStore;
import dev.assay.testkit.SmallSystem;
import dev.assay.wiring.KnownKeys;
import dev.assay.workflow.Workflow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Two whole servers with homes of their own, one PostgreSQL and one object store. One server is a
/// process that is killed.
class SharedStorageStoryTest {
  private static final String ADDING =
      """
      total=0
      while read -r number; do total=$((total + number)); done < "$1"
      echo "total: $total"
      """;

  private static ObjectStore store;
  private static Map<String, String> common;
  private static KillableGate killable;
  private static TestServer stays;
  private static GateClient one;
  private static GateClient other;

  @BeforeAll
  static void open(@TempDir Path folder) throws Exception {
    store = ObjectStore.start(folder.resolve("s3"));
    common = new HashMap<>(store.environment());
    common.put("ASSAY_SANDBOX_BASE", SmallSystem.in(folder.resolve("system")).toString());
    common.put("ASSAY_VALIDATION_PROOF", "quick");
    killable = new KillableGate(common);
    common.put("ASSAY_DATABASE_URL", killable.database.address().url());
    common.put("ASSAY_DATABASE_USER", killable.database.address().user());
    common.put("ASSAY_DATABASE_PASSWORD", killable.database.address().password().reveal());
    Map<String, String> withoutRuns = new HashMap<>(common);
    withoutRuns.put("ASSAY_SERVER_ROLES", "api,tools,worker,reaper");
    stays = TestServer.start(withoutRuns); // so the killed server has every run
    one = new GateClient(stays);
    other = killable.start();
  }

  @AfterAll
  static void close() throws Exception {
    killable.close();
    stays.close();
    store.close();
  }

  @Test
  void what_one_server_takes_the_other_goes_on_with() throws Exception {
    String hail =
        new AdmittedSkill(
                "hail-count",
                "Adds up hail grains of a list. Use it for hail in a garden.",
                Map.of(
                    "SKILL.md",
                    "# Hail\n\n```sh\nsh scripts/run.sh <list.txt>\n```\n",
                    "scripts/run.sh",
                    ADDING))
            .admit(stays);
    bothAnswerTheSame("/api/skills/hail-count/archive");
    bothAnswerTheSame("/.well-known/skills/hail-count/scripts/run.sh");
    bothKnowTheKeysOfBoth();
    aConversationGoesOnAtTheOther();
    theStorageGoesAndComesBack();
    anotherStorageIsRefused();
    AdmittedSkill.status(stays, hail, "rejected");
    aValidationGoesOnAfterAKill();
  }

  /// Requires that files, trees and layers of the killed server's run come from the storage. The
  /// remaining server takes no runs before the kill.
  private static void aValidationGoesOnAfterAKill() throws Exception {
    byte[] archive =
        SampleSkill.adding("sleet-count", "Adds up sleet in a garden.", "sleet grains")
            .script(ADDING)
            .archive();
    String id = one.upload(archive);
    one.start(id);
    await()
        .atMost(KillableGate.PATIENCE)
        .until(
            () ->
                killable.count("select count(*) from workflow_step where name = 'online task-1'")
                    == 1);
    assertThat(stays.part(Workflow.class).isWorking()).isFalse();
    killable.kill();
    stays.part(Workflow.class).open();
    JsonNode status = one.awaitEnd(id);
    assertThat(status.path("run_state").asString())
        .as(status.toPrettyString())
        .isEqualTo("finished");
    assertThat(status.path("scores").path("overall").decimalValue()).isEqualByComparingTo("100");
    one.approve(id);
    JsonNode signed = one.admin().get("/api/skills/sleet-count/attestation").body();
    assertThat(one.admin().get("/.well-known/assay/keys").response().body())
        .contains(signed.path("signatures").path(0).path("keyid").asString());
  }

  private static void bothAnswerTheSame(String path) {
    Api.Reply here = one.admin().get(path);
    Api.Reply there = other.admin().get(path);
    assertThat(here.status()).as(path + " " + here.response().body()).isEqualTo(200);
    assertThat(there.response().body()).isEqualTo(here.response().body());
  }

  /// Requires that each server signs with a key of its own and that both publish both keys.
  private static void bothKnowTheKeysOfBoth() {
    Api.Reply keys = one.admin().get("/.well-known/assay/keys");
    assertThat(keys.body().path("keys")).hasSize(2);
    assertThat(other.admin().get("/.well-known/assay/keys").response().body())
        .isEqualTo(keys.response().body());
    stays.part(KnownKeys.class).write();
    assertThat(stays.home().knownKeysFile())
        .content()
        .satisfies(text -> assertThat(text.split("BEGIN PUBLIC KEY", -1)).hasSize(3));
  }

  private static void aConversationGoesOnAtTheOther() {
    ChatClient here = new ChatClient(one.admin());
    ChatClient there = new ChatClient(other.admin());
    String id = here.begin();
    assertThat(here.upload(id, "garden.txt", "3\n4\n".getBytes(StandardCharsets.UTF_8)).status())
        .isEqualTo(201);
    List<ChatClient.Heard> said =
        there.say(id, "Please add up the hail grains of the list. It is in garden.txt.");
    assertThat(ChatClient.state(said)).as(said.toString()).isEqualTo("answered");
    assertThat(ChatClient.text(said)).contains("7");
    assertThat(here.messages(id).toString()).contains("hail grains");
    assertThat(one.admin().get("/api/uploads/" + id + "/files").response().body())
        .contains("\"garden.txt\"");
    bothAnswerTheSame("/api/uploads/" + id + "/files/garden.txt");
  }

  private static void theStorageGoesAndComesBack() {
    ChatClient there = new ChatClient(other.admin());
    String id = there.begin();
    store.kill();
    Api.Reply refused = there.upload(id, "a.txt", new byte[] {'1'});
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.code()).isEqualTo("BLOB_STORE_FAILED");
    assertThat(one.admin().get("/api/admin/skills").status()).isEqualTo(200);
    await().until(() -> one.admin().get("/actuator/health").status() == 503);
    assertThat(one.admin().get("/actuator/health/readiness").status()).isEqualTo(200);
    store.revive();
    await().until(() -> one.admin().get("/actuator/health").status() == 200);
    assertThat(there.upload(id, "b.txt", new byte[] {'2'}).status()).isEqualTo(201);
    assertThat(one.admin().get("/api/uploads/" + id + "/files/b.txt").response().body())
        .isEqualTo("2");
  }

  private static void anotherStorageIsRefused() {
    Map<String, String> ownHome = new HashMap<>(common);
    store.environment().keySet().forEach(ownHome::remove);
    assertThatThrownBy(() -> TestServer.start(ownHome).close())
        .hasMessageContainingAll("s3://" + ObjectStore.BUCKET, "assay.storage.kind");
  }
}
