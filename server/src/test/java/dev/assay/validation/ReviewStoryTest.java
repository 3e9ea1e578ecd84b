package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.validation.dependency.TestWheel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What reviewers do with what the gate found, by REST, on one real server with the rule that
/// nobody approves what they uploaded.
class ReviewStoryTest {
  private static final Map<String, Object> KNOWING = Map.of("acknowledge_rehearsal", true);

  private static TestServer server;
  private static GateClient gate;
  private static Api grace;

  @BeforeAll
  static void open() {
    server = TestServer.start(Map.of("ASSAY_REVIEW_FOUR_EYES", "true"));
    gate = new GateClient(server);
    grace = second(gate.admin());
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static Api second(Api admin) {
    admin.post(
        "/api/admin/users",
        Map.of("username", "grace", "role", "admin", "password", "another correct horse"));
    return server.anonymous().signIn("grace", "another correct horse");
  }

  private static SampleSkill snow(String name) {
    return SampleSkill.adding(
        name, "Adds up depths of snow on a mountain. Use it for " + name + ".", "depths of snow");
  }

  private static Api.Reply approve(Api who, String id, Map<String, ?> body) {
    return who.post("/api/admin/skills/" + id + "/approve", body);
  }

  @Test
  void a_skill_is_approved_by_somebody_else_who_knows_what_they_looked_at() throws IOException {
    TestWheel wheel = new TestWheel("snowpack", "1.0", List.of());
    GateClient.Done done =
        gate.validate(
            snow("snow-first")
                .frontmatter("dependencies:\n  pip: [snowpack]\n")
                .file("wheels/" + wheel.file(), wheel.bytes())
                .archive());
    String digest = done.result().path("digest").asString();
    JsonNode waiting = grace.get("/api/admin/reviews").body();
    assertThat(names(waiting.path("reviews"))).contains("snow-first");

    assertThat(approve(gate.admin(), done.id(), KNOWING).status()).isEqualTo(403);
    assertThat(approve(grace, done.id(), Map.of()).code()).isEqualTo("REHEARSAL_NOT_ACKNOWLEDGED");
    Api.Reply other =
        approve(grace, done.id(), Map.of("acknowledge_rehearsal", true, "digest", "sha256:0"));
    assertThat(other.status()).isEqualTo(400);
    assertThat(other.code()).isEqualTo("VALIDATION_NOT_COMPLETED");
    assertThat(images().path("current_version").asString()).isEqualTo("v1.0");

    Api.Reply yes =
        approve(
            grace,
            done.id(),
            Map.of("acknowledge_rehearsal", true, "digest", digest, "run_id", done.run()));

    assertThat(yes.status()).as(yes.body().toString()).isEqualTo(200);
    assertThat(yes.body().path("status").asString()).isEqualTo("approved");
    assertThat(yes.body().path("runtime_image_version").asString()).isEqualTo("v1.1");
    JsonNode list = images();
    assertThat(list.path("current_version").asString()).isEqualTo("v1.1");
    assertThat(list.path("total").asInt()).isEqualTo(2);
    JsonNode image = list.path("versions").get(0);
    assertThat(image.path("skill_name").asString()).isEqualTo("snow-first");
    assertThat(image.path("digest").asString()).isEqualTo(digest);
    assertThat(image.path("packages").path("snow-first/pip").path("snowpack").asString())
        .isEqualTo("1.0");
    assertThat(image.path("size_bytes").asLong()).isGreaterThan(1_000);
    assertThat(image.path("is_current").asBoolean()).isTrue();
    assertThat(list.path("versions").get(1).path("version").asString()).isEqualTo("v1.0");

    Api.Reply again = approve(grace, done.id(), KNOWING);
    assertThat(again.status()).isEqualTo(400);
    assertThat(again.code()).isEqualTo("INVALID_STATUS_TRANSITION");
    assertThat(again.body().path("details").path("allowed_actions").toString())
        .isEqualTo("[\"validate\",\"delete\",\"revalidate\"]");
    assertThat(names(grace.get("/api/admin/reviews").body().path("reviews")))
        .doesNotContain("snow-first");
  }

  @Test
  void a_rejection_needs_a_reason_and_an_edited_copy_can_follow() {
    gate.empty(); // a skill for the same work that is in use would be a reason of its own
    GateClient.Done done = gate.validate(snow("snow-wrong").archive());
    String path = "/api/admin/skills/" + done.id() + "/reject";
    assertThat(grace.post(path, Map.of()).status()).isEqualTo(400);
    assertThat(grace.post(path, Map.of("reason", "x".repeat(501))).status()).isEqualTo(400);

    Api.Reply no = grace.post(path, Map.of("reason", "Counts sleet as snow."));
    assertThat(no.status()).isEqualTo(200);
    assertThat(no.body().path("status").asString()).isEqualTo("rejected");
    assertThat(approve(grace, done.id(), KNOWING).code()).isEqualTo("INVALID_STATUS_TRANSITION");

    String next =
        gate.upload(snow("snow-wrong").script("sleep 0\n" + SampleSkill.ADDING).archive());
    assertThat(next).isNotEqualTo(done.id());
  }

  private static JsonNode images() {
    return gate.admin().get("/api/admin/images").body();
  }

  private static List<String> names(JsonNode skills) {
    List<String> names = new ArrayList<>();
    skills.forEach(each -> names.add(each.path("name").asString()));
    return names;
  }
}
