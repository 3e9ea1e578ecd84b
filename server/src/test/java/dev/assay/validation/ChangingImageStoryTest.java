package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.audit.AuditLog;
import dev.assay.images.ImageContents;
import dev.assay.images.Images;
import dev.assay.registry.Removals;
import dev.assay.registry.SkillFolders;
import dev.assay.registry.Skills;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.skill.BlobStore;
import dev.assay.skill.Digest;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.testkit.packages.PipIndex;
import dev.assay.testkit.packages.PythonPackage;
import dev.assay.validation.dependency.TestWheel;
import dev.assay.workflow.Workflow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The runtime image while skills are admitted, changed and removed: real validations and sandboxes
/// on one server.
class ChangingImageStoryTest {
  private static final String ADD = "print('total: %d' % sum(int(l) for l in open(sys.argv[1])))\n";

  private static final String INDEX = "/.well-known/agent-skills/index.json";

  private static PipIndex index;
  private static TestServer server;
  private static GateClient gate;

  private String tag;

  @BeforeAll
  static void open() {
    index = PipIndex.startApart(PipIndex.Form.HTML);
    server = TestServer.start(Map.of("ASSAY_PACKAGES_PIP_INDEX", index.address().toString()));
    gate = new GateClient(server);
  }

  @AfterAll
  static void close() {
    server.close();
    index.close();
  }

  @BeforeEach
  void fresh() {
    tag = UUID.randomUUID().toString().substring(0, 6);
    gate.empty();
  }

  private SampleSkill bees(String pack, String version, String check) throws IOException {
    return with(
        SampleSkill.adding(
            "bees-" + tag, "Adds up bees that came back to their hive. For bee keepers.", "bees"),
        pack,
        version,
        check);
  }

  private SampleSkill trains(String pack, String version) throws IOException {
    return with(
        SampleSkill.adding(
            "trains-" + tag,
            "Adds up minutes that trains were late at a station. For travellers.",
            "minutes of late trains"),
        pack,
        version,
        "");
  }

  /// Creates a skill without packages, whose installation takes most of a validation. It is slow
  /// enough to be cancelled.
  private SampleSkill adding(String name) {
    return SampleSkill.adding(
            name + "-" + tag, "Adds up " + name + " of a county. For keepers.", name)
        .script("sleep 0.3\n" + SampleSkill.ADDING);
  }

  private static SampleSkill with(SampleSkill skill, String pack, String version, String check)
      throws IOException {
    index.add(PythonPackage.of(pack, version));
    return skill
        .frontmatter("dependencies:\n  pip: [\"%s==%s\"]\n".formatted(pack, version))
        .script(
            "/opt/runtime/venv/bin/python - \"$1\" <<'P'\nimport sys, %s\n%sP\n"
                .formatted(pack, check + ADD));
  }

  private static Api.Reply approve(GateClient.Done done) {
    return gate.admin()
        .post("/api/admin/skills/" + done.id() + "/approve", Map.of("acknowledge_rehearsal", true));
  }

  private static GateClient.Done passed(SampleSkill skill) {
    GateClient.Done done = gate.validate(skill.archive());
    assertThat(done.outcome()).as(done.result().toPrettyString()).isEqualTo("passed");
    return done;
  }

  private static GateClient.Done admitted(SampleSkill skill) {
    GateClient.Done done = passed(skill);
    Api.Reply yes = approve(done);
    assertThat(yes.status()).as(yes.body().toString()).isEqualTo(200);
    return done;
  }

  private static JsonNode current() {
    JsonNode list = gate.admin().get("/api/admin/images").body();
    for (JsonNode each : list.path("versions")) {
      if (each.path("is_current").asBoolean()) {
        return each;
      }
    }
    throw new AssertionError(list);
  }

  private static String status(GateClient.Done done) {
    return gate.status(done.id()).path("status").asString();
  }

  @Test
  void a_skill_that_was_validated_with_an_older_image_is_tested_on_the_current_one_first()
      throws IOException {
    GateClient.Done bees = passed(bees("hive", "1.0", ""));
    GateClient.Done trains = passed(trains("rails", "1.0"));
    assertThat(approve(bees).status()).isEqualTo(200);

    Api.Reply later = approve(trains);
    assertThat(later.status()).as(later.body().toString()).isEqualTo(202);
    String run = later.body().path("run_id").asString();
    Api.Reply twice = approve(trains);
    assertThat(twice.status()).isIn(400, 409);

    JsonNode ended = gate.awaitEnd(trains.id());
    assertThat(ended.path("run_kind").asString()).isEqualTo("approval");
    assertThat(ended.path("status").asString()).as(ended.toPrettyString()).isEqualTo("approved");
    JsonNode image = current();
    assertThat(image.path("skill_name").asString()).isEqualTo("trains-" + tag);
    assertThat(image.path("packages").path("pip").path("hive").asString()).isEqualTo("1.0");
    assertThat(image.path("packages").path("pip").path("rails").asString()).isEqualTo("1.0");
    assertThat(gate.evidence(trains.id(), run, "regress bees-" + tag).path("tasks")).hasSize(3);
    assertThat(gate.evidence(trains.id(), run, "online task-1").path("ending").asString())
        .isEqualTo("answered");
    assertThat(works("import hive, rails")).isTrue();
    JsonNode attested =
        gate.admin().get("/api/skills/trains-" + tag + "/attestation").body().path("payload");
    assertThat(new String(Base64.getDecoder().decode(attested.asString()), StandardCharsets.UTF_8))
        .contains("\"image_run_id\":\"" + run)
        .contains("\"run_id\":\"" + trains.run());
    assertThat(gate.sandboxes()).isEmpty();
    assertThat(gate.admin().get("/api/admin/skills/" + trains.id() + "/report").status())
        .isEqualTo(200);
  }

  @Test
  void a_skill_that_breaks_another_on_the_current_image_is_rejected_and_changes_nothing()
      throws IOException {
    GateClient.Done bees = passed(bees("hive", "1.0", "assert hive.VERSION == '1.0'\n"));
    GateClient.Done trains = passed(trains("hive", "2.0"));
    assertThat(approve(bees).status()).isEqualTo(200);
    String before = current().path("version").asString();

    assertThat(approve(trains).status()).isEqualTo(202);
    JsonNode ended = gate.awaitEnd(trains.id());

    assertThat(ended.path("status").asString()).as(ended.toPrettyString()).isEqualTo("rejected");
    assertThat(current().path("version").asString()).isEqualTo(before);
    assertThat(status(bees)).isEqualTo("approved");
    assertThat(
            gate.jdbc()
                .sql("select reject_reason from skill where id = ?::uuid")
                .param(trains.id())
                .query(String.class)
                .single())
        .contains("bees-" + tag);
  }

  @Test
  void rules_do_not_test_again_what_a_model_has_validated() {
    GateClient.Done bees = passed(adding("bees"));
    GateClient.Done trains = passed(adding("trains"));
    gate.jdbc()
        .sql("update skill set rehearsal = false where id = ?::uuid")
        .param(trains.id())
        .update();
    assertThat(approve(bees).status()).isEqualTo(200);
    String before = current().path("version").asString();

    assertThat(approve(trains).status()).isEqualTo(202);
    JsonNode ended = gate.awaitEnd(trains.id());

    assertThat(ended.path("status").asString()).as(ended.toPrettyString()).isEqualTo("pending");
    assertThat(ended.path("inconclusive_reason").asString())
        .contains("validated by a model")
        .contains("Configure the model");
    assertThat(current().path("version").asString()).isEqualTo(before);
  }

  @Test
  void an_approval_that_is_cancelled_goes_back_to_its_reviewer() {
    GateClient.Done bees = passed(adding("bees"));
    GateClient.Done trains = passed(adding("trains"));
    approve(bees);
    approve(trains);
    gate.awaitStep(trains.id(), "online task-1");
    assertThat(status(trains)).isEqualTo("validating");
    gate.post(trains.id(), "cancel");
    JsonNode ended = gate.awaitEnd(trains.id());
    assertThat(ended.path("status").asString()).isEqualTo("pending");
    assertThat(ended.path("validation_stage").asString()).isEqualTo("completed");
    assertThat(ended.path("inconclusive_reason").asString()).contains("cancelled by admin");
    assertThat(gate.admin().get("/api/admin/reviews").body().toString()).contains(trains.id());
    assertThat(gate.sandboxes()).isEmpty();
  }

  @Test
  void a_new_version_is_reviewed_while_the_old_one_stays_in_use_and_a_rollback_brings_it_back()
      throws IOException {
    GateClient.Done old = admitted(bees("hive", "1.0", ""));
    String target = current().path("version").asString();
    GateClient.Done newer = passed(bees("hive", "2.0", ""));
    assertThat(status(old)).isEqualTo("approved");
    JsonNode diff = gate.admin().get("/api/admin/skills/" + newer.id() + "/diff").body();
    assertThat(diff.path("before").path("skill_id").asString()).isEqualTo(old.id());
    assertThat(diff.path("dependencies").get(0).path("name").asString()).isEqualTo("pip hive");
    assertThat(diff.path("files").toString())
        .contains("-  pip: [\\\"hive==1.0\\\"]")
        .contains("+  pip: [\\\"hive==2.0\\\"]");
    assertThat(diff.path("after").path("scores").path("overall").asDouble()).isEqualTo(100);
    assertThat(gate.admin().get("/api/admin/skills/" + old.id() + "/diff?against=7").status())
        .isEqualTo(404);
    assertThat(approve(newer).status()).isEqualTo(200);
    JsonNode card = gate.admin().get("/api/admin/skills/" + newer.id()).body();
    assertThat(card.path("approved_by").asString()).isEqualTo("admin");
    assertThat(card.path("rehearsal_acknowledged").asBoolean()).isTrue();
    assertMarked(newer);
    assertThat(card.path("installed_dependencies").path("pip").path("hive").asString())
        .isEqualTo("2.0");
    assertThat(card.path("validation_tasks")).hasSize(3);
    assertThat(card.path("scores").path("weights").path("completion").asDouble()).isEqualTo(0.5);
    assertThat(card.path("runtime_image_version").asString())
        .isEqualTo(current().path("version").asString());
    JsonNode replaced = gate.admin().get("/api/admin/skills/" + old.id()).body();
    assertThat(replaced.path("in_use").asBoolean()).isFalse();
    assertThat(replaced.path("replaced_by").asString()).isEqualTo(newer.id());
    assertThat(works("import hive; assert hive.VERSION == '2.0'")).isTrue();

    Api.Reply unknown = rollBack("v1.999", "");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.code()).isEqualTo("IMAGE_NOT_FOUND");
    JsonNode preview = rollBack(target, "?dry_run=true").body();
    assertThat(preview.path("rolled_back_skills").get(0).path("skill_id").asString())
        .isEqualTo(newer.id());
    assertThat(status(newer)).isEqualTo("approved");

    JsonNode done = rollBack(target, "").body();
    assertThat(done.path("restored_skills").get(0).path("skill_id").asString()).isEqualTo(old.id());
    assertThat(done.path("current_version").asString()).isEqualTo(target);
    assertThat(status(newer)).isEqualTo("rollback_pending");
    assertThat(works("import hive; assert hive.VERSION == '1.0'")).isTrue();

    assertThat(gate.post(newer.id(), "revalidate").status()).isEqualTo(202);
    assertThat(gate.awaitEnd(newer.id()).path("status").asString()).isEqualTo("pending");
    assertThat(approve(newer).status()).isEqualTo(200);
  }

  @Test
  void deleting_an_approved_skill_builds_the_next_image_without_it() throws IOException {
    GateClient.Done bees = admitted(bees("hive", "1.0", ""));
    GateClient.Done trains = admitted(trains("rails", "1.0"));
    String path = "/api/admin/skills/" + bees.id();
    assertThat(gate.admin().delete(path + "?dry_run=true").body().path("builds_image").asBoolean())
        .isTrue();

    assertThat(gate.admin().delete(path).status()).isEqualTo(202);
    assertThat(gate.post(bees.id(), "cancel").status()).isEqualTo(202);
    JsonNode stopped = gate.awaitEnd(bees.id());
    assertThat(stopped.path("run_kind").asString()).isEqualTo("removal");
    assertThat(stopped.path("status").asString()).isEqualTo("rollback_pending");
    assertThat(stopped.path("inconclusive_reason").asString())
        .contains("cancelled by admin")
        .contains("out of use");
    assertThat(gate.admin().get(path).body().path("allowed_actions").toString()).contains("delete");
    assertThat(works("import hive")).as("it is in the image still").isTrue();

    Api.Reply going = gate.admin().delete(path);
    assertThat(going.status()).as(going.body().toString()).isEqualTo(202);
    assertThat(status(bees)).isEqualTo("rollback_pending");
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> gate.admin().get(path).status() == 404);

    assertThat(current().path("skill_name").asString()).isEqualTo("bees-" + tag);
    assertThat(current().path("packages").path("pip").has("hive")).isFalse();
    assertThat(works("import rails")).isTrue();
    assertThat(works("import hive")).isFalse();
    assertThat(status(trains)).isEqualTo("approved");

    BlobStore blobs = server.part(BlobStore.class);
    Digest digest = Digest.parse(bees.result().path("digest").asString());
    server.part(Cleanup.class).clear(); // as the server does regularly
    assertThat(blobs.contains(digest)).isFalse();
    assertThat(server.home().treeFolder().resolve(digest.hex())).doesNotExist();
  }

  @Test
  void layers_stay_while_a_reviewer_or_an_image_needs_them_and_go_afterwards() throws IOException {
    GateClient.Done bees = passed(bees("hive", "1.0", ""));
    String layer =
        gate.kept(bees.run(), "install").path("candidate").path("layers").get(0).asString();
    Path place = server.home().sandboxFolder().resolve("layers").resolve(layer);
    Cleanup clearance = clearanceInAnHour();
    clearance.clear();
    clearance.clearAfterDecisions();
    assertThat(place).exists();
    assertThat(clearance.clearAfterDecisions()).as("nothing was decided").isEmpty();

    gate.admin().post("/api/admin/skills/" + bees.id() + "/reject", Map.of("reason", "No."));
    assertThat(clearance.clearAfterDecisions()).get().matches(cleared -> cleared.layers() > 0);
    assertThat(place).doesNotExist();
  }

  /// Requires every view of the skill to say that no model was asked and that the reviewer knew it.
  private static void assertMarked(GateClient.Done done) {
    String path = "/api/admin/skills/" + done.id() + "/report";
    for (String type : List.of("text/markdown", "text/html")) {
      assertThat(
              gate.admin()
                  .send(gate.admin().request(path).header("Accept", type).GET())
                  .response()
                  .body())
          .contains("Approval")
          .contains("acknowledging that rules were used instead of a model");
    }
    for (String shown : List.of(path, "/api/admin/skills?status=approved", "/api/skills", INDEX)) {
      assertThat(gate.admin().get(shown).response().body().replace(" ", ""))
          .as(shown)
          .contains("\"rehearsal_acknowledged\":true");
    }
  }

  /// An attack that once worked from end to end: code that runs while a package is built plants
  /// files that every program of every later sandbox loads.
  @Test
  void a_skill_whose_package_plants_files_when_it_is_built_leaves_nothing_for_others()
      throws IOException {
    SampleSkill planter =
        SampleSkill.adding(
                "seeds-" + tag, "Adds up seeds that were sown in gardens. For gardeners.", "seeds")
            .frontmatter("dependencies:\n  pip: [planting]\n")
            .file("wheels/planting-1.0.zip", Planting.source())
            .file(
                "wheels/" + new TestWheel("hive", "1.0", List.of()).file(),
                new TestWheel("hive", "1.0", List.of()).bytes());
    GateClient.Done done = admitted(planter);
    JsonNode install = gate.kept(done.run(), "install");
    assertThat(install.path("sources").toString()).contains("BUILT_HERE");
    assertThat(done.result().path("packages").path("built").toString()).contains("planting 1.0");

    GateClient.Done other = passed(bees("hive", "1.0", ""));
    for (String task : List.of("online task-1", "offline task-1")) {
      assertThat(gate.evidence(other.id(), other.run(), task).toString())
          .doesNotContain(Planting.MARK);
    }
    SandboxSpec spec =
        SandboxSpec.of(server.part(Images.class).current().image(), "test of the image");
    try (Sandbox sandbox = server.part(LocalSandboxes.class).create(spec)) {
      assertThat(sandbox.run(Command.shell(Planting.SEARCH)).stdout().text()).isEmpty();
      String python = new RuntimeEnvironment("seeds-" + tag).venv() + "/bin/python";
      assertThat(sandbox.run(Command.of(python, "-c", "")).succeeded()).isTrue();
    }

    String version = current().path("version").asString();
    String path = "/api/admin/images/" + version;
    Api.Reply list = gate.admin().get(path + "/contents");
    assertThat(list.body().path("digest").asString())
        .isEqualTo(current().path("contents_digest").asString());
    assertThat(list.body().path("packages").toString()).contains("built-here");
    String text =
        gate.admin()
            .send(gate.admin().request(path + "/contents").header("Accept", "text/plain").GET())
            .response()
            .body();
    assertThat(Digest.of(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)).toString())
        .isEqualTo(current().path("contents_digest").asString());
    JsonNode diff = gate.admin().get(path + "/diff?from=v1.0").body();
    assertThat(diff.path("total").asInt()).isPositive();
    assertThat(diff.path("files").toString()).contains("/planting.py").contains("added");
    assertThat(gate.admin().get(path + "/diff?from=v1.999").status()).isEqualTo(404);
    assertThat(gate.admin().get(path + "/contents?size=0").status()).isEqualTo(400);
  }

  private static Cleanup clearanceInAnHour() {
    return new Cleanup(
        new Cleanup.Sources(
            server.part(Skills.class),
            server.part(Images.class),
            server.part(ImageContents.class),
            server.part(Removals.class),
            server.part(SkillFolders.class),
            server.part(BlobStore.class),
            server.part(AuditLog.class)),
        server.part(Workflow.class),
        server.part(LocalSandboxes.class),
        List.of(),
        Clock.offset(Clock.systemUTC(), Duration.ofHours(1)));
  }

  /// Tests whether Python code runs in the current image.
  private static boolean works(String python) {
    SandboxSpec spec =
        SandboxSpec.of(server.part(Images.class).current().image(), "test of the image");
    try (Sandbox sandbox = server.part(LocalSandboxes.class).create(spec)) {
      List<String> words = new ArrayList<>(List.of("/opt/runtime/venv/bin/python", "-c", python));
      return sandbox.run(Command.of(words)).succeeded();
    }
  }

  private static Api.Reply rollBack(String version, String query) {
    return gate.admin()
        .post("/api/admin/images/rollback" + query, Map.of("target_version", version));
  }
}
