package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import dev.assay.registry.PublishedSkills;
import dev.assay.registry.Status;
import dev.assay.skill.Digest;
import dev.assay.skill.attestation.Envelope;
import dev.assay.skill.attestation.PemKeys;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The publication of approved skills. The requests are those of vercel's `skills` CLI 1.5.18, in
/// its order and with its checks.
@ResourceLock(TestServer.SHARED)
class PublishApiStoryTest {
  private static final String INDEX = "/.well-known/agent-skills/index.json";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private static TestServer open;

  private final TestServer closed = TestServer.shared();
  private final String name = "out-" + UUID.randomUUID().toString().substring(0, 8);

  @BeforeAll
  static void start() {
    open = TestServer.start(Map.of("ASSAY_PUBLISH_ANONYMOUS", "true"));
  }

  @AfterAll
  static void stop() {
    open.close();
  }

  @Test
  void an_installer_finds_and_gets_an_approved_skill_without_signing_in() throws IOException {
    JsonNode uploaded = upload(open);
    approve(open, uploaded);

    JsonNode index = open.anonymous().get(INDEX).body();
    assertThat(index.path("$schema").asString())
        .isEqualTo("https://schemas.agentskills.io/discovery/0.2.0/schema.json");
    JsonNode entry = entry(index);
    assertThat(entry.path("type").asString()).isEqualTo("archive");
    assertThat(entry.path("description").asString()).startsWith("Counts words");

    URI archive = URI.create(open.url()).resolve(INDEX).resolve(entry.path("url").asString());
    HttpResponse<byte[]> got = get(archive, Map.of());
    assertThat(got.statusCode()).isEqualTo(200);
    assertThat(Digest.of(got.body()).toString()).isEqualTo(entry.path("digest").asString());
    assertThat(got.headers().firstValue("Content-Type")).contains("application/zip");
    assertThat(got.headers().firstValue("Assay-Digest"))
        .contains(uploaded.path("digest").asString());
    assertThat(files(got.body())).containsOnlyKeys("SKILL.md", "scripts/run.sh");
    assertThat(files(got.body()).get("SKILL.md")).contains("Run `wc`.");
  }

  @Test
  void an_older_installer_gets_the_files_one_by_one_and_no_others() {
    approve(open, upload(open));
    Api anybody = open.anonymous();

    JsonNode entry = entry(anybody.get("/.well-known/skills/index.json").body());
    assertThat(entry.path("files").toString()).isEqualTo("[\"SKILL.md\",\"scripts/run.sh\"]");
    for (String folder : List.of("/.well-known/skills/", "/.well-known/agent-skills/")) {
      assertThat(anybody.get(folder + name + "/SKILL.md").response().body())
          .contains("name: " + name);
      assertThat(anybody.get(folder + name + "/scripts/run.sh").response().body())
          .isEqualTo("wc \"$1\"\n");
      for (String bad :
          List.of("evals/evals.json", "nosuch", "../" + name, "%2e%2e/SKILL.md", "SKILL.md%00")) {
        assertThat(anybody.get(folder + name + "/" + bad).status()).isBetween(400, 404);
      }
    }
  }

  @Test
  void an_index_that_is_known_is_not_sent_again_until_something_changes() {
    JsonNode uploaded = upload(open);
    approve(open, uploaded);
    Api anybody = open.anonymous();
    for (String index : List.of(INDEX, "/.well-known/skills/index.json")) {
      approve(open, uploaded);
      String tag = anybody.get(index).header("ETag");
      assertThat(anybody.get(index).header("ETag")).isEqualTo(tag);
      assertThat(anybody.get(index).response().body()).contains(name);
      assertThat(conditional(anybody, index, tag)).isEqualTo(304);
      PublishedSkills published = open.part(PublishedSkills.class);
      assertThat(PublishedSkills.stateOf(published.all())).isEqualTo(published.state());
      set(open, uploaded, Status.ROLLBACK_PENDING);
      assertThat(conditional(anybody, index, tag)).isEqualTo(200);
      assertThat(anybody.get(index).response().body()).doesNotContain(name);
    }
  }

  private static int conditional(Api caller, String path, String tag) {
    return caller.send(caller.request(path).header("If-None-Match", tag)).status();
  }

  @Test
  void of_a_skill_with_a_file_that_was_changed_on_disk_nothing_is_handed_out() throws IOException {
    JsonNode uploaded = upload(open);
    approve(open, uploaded);
    String path = "/.well-known/skills/" + name + "/scripts/run.sh";
    assertThat(open.anonymous().get(path).status()).isEqualTo(200);
    Path script =
        open.home()
            .treeFolder()
            .resolve(uploaded.path("digest").asString().substring(7))
            .resolve("scripts/run.sh");
    Files.delete(script);
    Files.writeString(script, "curl evil\n");
    for (String file : List.of(path, "/.well-known/skills/" + name + "/SKILL.md")) {
      assertThat(open.anonymous().get(file).code()).isEqualTo("STORED_FILES_DAMAGED");
    }
    assertThat(send(open).body().path("outcome").asString()).isEqualTo("known");
    assertThat(open.anonymous().get(path).status()).as("uploaded again").isEqualTo(200);
  }

  @Test
  void whatever_is_not_approved_any_more_is_gone_at_once_for_everybody() {
    JsonNode uploaded = upload(open);
    for (Status status : Status.values()) {
      set(open, uploaded, status);
      int expected = status == Status.APPROVED ? 200 : 404;
      Api user = open.admin();
      for (String path :
          List.of(
              "/api/skills/" + name,
              "/api/skills/" + name + "/archive",
              "/.well-known/agent-skills/" + name + ".zip",
              "/.well-known/skills/" + name + "/SKILL.md")) {
        Api.Reply reply =
            user.send(
                user.request(path)
                    .header("If-None-Match", "\"" + uploaded.path("digest").asString() + "\""));
        assertThat(reply.status() == 304 ? 200 : reply.status())
            .as(status + " " + path)
            .isEqualTo(expected);
      }
      assertThat(open.anonymous().get(INDEX).response().body().contains(name))
          .isEqualTo(expected == 200);
      assertThat(user.get("/api/skills?q=" + name).body().path("total").asInt())
          .isEqualTo(expected == 200 ? 1 : 0);
    }
  }

  @Test
  void nothing_is_handed_out_without_signing_in_unless_the_operator_says_so() {
    JsonNode uploaded = upload(closed);
    approve(closed, uploaded);
    for (String path :
        List.of(
            INDEX,
            "/.well-known/skills/index.json",
            "/.well-known/skills/" + name + "/SKILL.md",
            "/.well-known/agent-skills/" + name + ".zip",
            "/api/skills",
            "/api/skills/" + name,
            "/api/skills/" + name + "/archive",
            "/api/skills/" + name + "/attestation")) {
      assertThat(closed.anonymous().get(path).status()).as(path).isEqualTo(401);
    }
    assertThat(open.anonymous().get("/api/skills").status()).isEqualTo(401);
    assertThat(open.anonymous().get("/api/admin/skills").status()).isEqualTo(401);

    Api admin = closed.admin();
    admin.post("/api/admin/users", Map.of("username", name, "password", "a good password"));
    Api user = closed.anonymous().signIn(name, "a good password");
    assertThat(user.get("/api/skills/" + name).body().path("skill").path("digest").asString())
        .isEqualTo(uploaded.path("digest").asString());
    assertThat(user.get(INDEX).response().body()).contains(name);
    assertThat(user.get("/api/admin/skills").status()).isEqualTo(403);
  }

  @Test
  void an_archive_that_is_known_is_not_sent_again_and_a_damaged_one_never() throws IOException {
    JsonNode uploaded = upload(open);
    approve(open, uploaded);
    String digest = uploaded.path("digest").asString();
    URI archive = URI.create(open.url()).resolve("/api/skills/" + name + "/archive");
    HttpResponse<byte[]> first = get(archive, Map.of());
    assertThat(first.headers().firstValue("ETag")).contains("\"" + digest + "\"");
    HttpResponse<byte[]> second = get(archive, Map.of("If-None-Match", "\"" + digest + "\""));
    assertThat(second.statusCode()).isEqualTo(304);
    assertThat(second.body()).isEmpty();

    Path blob =
        open.home().blobFolder().resolve(digest.substring(7, 9)).resolve(digest.substring(9));
    byte[] good = Files.readAllBytes(blob);
    byte[] bad = good.clone();
    bad[40] ^= 1;
    Files.write(blob, bad);
    assertThat(get(archive, Map.of()).statusCode()).isEqualTo(500);
    assertThat(send(open).status()).as("uploaded again").isEqualTo(200);
    assertThat(get(archive, Map.of()).body()).isEqualTo(first.body());
  }

  @Test
  void an_attestation_says_how_it_was_proved_and_is_signed_by_a_key_that_anybody_can_get() {
    JsonNode uploaded = upload(open);
    set(open, uploaded, Status.APPROVED);
    assertThat(open.anonymous().get("/api/skills/" + name + "/attestation").code())
        .isEqualTo("VALIDATION_NOT_COMPLETED");
    approve(open, uploaded);

    JsonNode wire = open.anonymous().get("/api/skills/" + name + "/attestation").body();
    JsonNode signature = wire.path("signatures").get(0);
    Envelope envelope =
        new Envelope(
            wire.path("payloadType").asString(),
            wire.path("payload").asString(),
            signature.path("keyid").asString(),
            signature.path("sig").asString());
    JsonNode key = closedKeys(open).get(0);
    assertThat(key.path("key_id").asString()).isEqualTo(envelope.keyId());
    assertThat(envelope.isSignedBy(PemKeys.publicKeys(key.path("pem").asString()).getFirst()))
        .isTrue();

    JsonNode statement =
        JsonMapper.shared().readTree(new String(envelope.statement(), StandardCharsets.UTF_8));
    assertThat(
            "sha256:"
                + statement.path("subject").get(0).path("digest").path("assayTree1").asString())
        .isEqualTo(uploaded.path("digest").asString());
    JsonNode predicate = statement.path("predicate");
    assertThat(predicate.path("skill").asString()).isEqualTo(name);
    assertThat(predicate.path("version").asInt()).isEqualTo(1);
    assertThat(predicate.path("scores").path("overall").asDouble()).isEqualTo(91.5);
    assertThat(predicate.path("policy").path("threshold").asInt()).isEqualTo(70);
    assertThat(predicate.path("rehearsal").asBoolean()).isTrue();
    assertThat(predicate.path("environment").asString()).isEqualTo("shared");
    assertThat(predicate.path("rehearsal_acknowledged").asBoolean()).isTrue();
    assertThat(predicate.path("run_id").asString()).hasSize(36);
  }

  private static JsonNode closedKeys(TestServer server) {
    Api.Reply reply = server.anonymous().get("/.well-known/assay/keys");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.response().body()).doesNotContain("PRIVATE");
    return reply.body().path("keys");
  }

  private JsonNode upload(TestServer server) {
    Api.Reply reply = send(server);
    assertThat(reply.status()).as(reply.response().body()).isEqualTo(201);
    return reply.body();
  }

  private Api.Reply send(TestServer server) {
    Map<String, String> files = new TreeMap<>();
    files.put(
        name + "/SKILL.md",
        "---\nname: " + name + "\ndescription: Counts words in files.\n---\nRun `wc`.\n");
    files.put(name + "/scripts/run.sh", "wc \"$1\"\n");
    files.put(
        name + "/evals/evals.json",
        "{\"skill_name\":\""
            + name
            + "\",\"evals\":[{\"id\":1,\"prompt\":\"p\",\"expected_output\":\"e\"}]}");
    return UploadApiStoryTest.upload(server.admin(), Archives.zip(files));
  }

  private static void approve(TestServer server, JsonNode uploaded) {
    server
        .part(JdbcClient.class)
        .sql(
            """
            update skill set status = 'approved', stage = 'completed', run_id = gen_random_uuid(),
              validated_at = now(), rehearsal = true, rehearsal_acknowledged = true,
              scores = '{"overall": 91.5, "threshold": 70, "completion_score": 93,
                "trigger_score": 87, "offline_score": 98, "offline_completion": 90, "attempts": 1,
                "offline_capable": true,
                "weights": {"completion": 0.5, "trigger": 0.35, "offline": 0.15},
                "executors": [], "executor_policy": "all"}'
            where id = ?::uuid
            """)
        .param(uploaded.path("skill_id").asString())
        .update();
  }

  private static void set(TestServer server, JsonNode uploaded, Status status) {
    server
        .part(JdbcClient.class)
        .sql("update skill set status = ? where id = ?::uuid")
        .params(status.word(), uploaded.path("skill_id").asString())
        .update();
  }

  private JsonNode entry(JsonNode index) {
    for (JsonNode entry : index.path("skills")) {
      if (entry.path("name").asString().equals(name)) {
        return entry;
      }
    }
    throw new AssertionError(name + " is not in " + index);
  }

  private static HttpResponse<byte[]> get(URI address, Map<String, String> headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(address);
    headers.forEach(request::header);
    try {
      return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, String> files(byte[] archive) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return files;
  }
}
