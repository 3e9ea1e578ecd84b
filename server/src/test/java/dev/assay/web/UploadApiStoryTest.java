package dev.assay.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.Api;
import dev.assay.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

@ResourceLock(TestServer.SHARED)
class UploadApiStoryTest {
  private final TestServer server = TestServer.shared();
  private final Api admin = server.admin();
  private final String name = "count-" + UUID.randomUUID().toString().substring(0, 8);

  @Test
  void a_good_skill_is_pending_with_everything_that_was_found() {
    Api.Reply reply = upload(admin, Archives.skill(name, "Run `wc -w FILE`."));
    assertThat(reply.status()).isEqualTo(201);
    JsonNode body = reply.body();
    assertThat(body.path("name").asString()).isEqualTo(name);
    assertThat(body.path("version").asInt()).isEqualTo(1);
    assertThat(body.path("status").asString()).isEqualTo("pending");
    assertThat(body.path("digest").asString()).startsWith("sha256:");
    assertThat(body.path("format").path("passed").asBoolean()).isTrue();

    JsonNode skill = admin.get("/api/admin/skills/" + body.path("skill_id").asString()).body();
    assertThat(skill.path("skill").path("uploaded_by").asString()).isEqualTo("admin");
    assertThat(skill.path("files").get(0).path("path").asString()).isEqualTo("SKILL.md");
    assertThat(blob(body.path("digest").asString())).exists();
    assertThat(admin.get("/api/admin/skills?status=pending&size=200").response().body())
        .contains(name);
  }

  @Test
  void the_same_content_is_the_same_version_and_other_content_has_to_wait() throws IOException {
    byte[] archive = Archives.skill(name, "Run `wc -w FILE`.");
    String id = upload(admin, archive).body().path("skill_id").asString();
    Api.Reply again = upload(admin, archive);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body().path("skill_id").asString()).isEqualTo(id);
    assertThat(again.body().path("version").asInt()).isEqualTo(1);

    Set<Path> before = files();
    Api.Reply other = upload(admin, Archives.skill(name, "Run something else."));
    assertThat(files()).isSubsetOf(before);
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.code()).isEqualTo("SKILL_ALREADY_EXISTS");
    assertThat(other.body().path("details").path("skill_id").asString()).isEqualTo(id);
    assertThat(admin.get("/api/admin/skills/" + id).status()).isEqualTo(200);
  }

  @Test
  void a_refusal_tells_everything_and_keeps_nothing() throws IOException {
    Set<Path> before = files();
    Api.Reply reply =
        upload(
            admin,
            Archives.zip(
                Map.of("Bad_Name/SKILL.md", "---\nname: Bad_Name\ndescription: ''\n---\nx\n")));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.code()).isEqualTo("INVALID_SKILL_FORMAT");
    JsonNode errors = reply.body().path("details").path("errors");
    assertThat(errors.size()).isGreaterThan(1);
    for (JsonNode error : errors) {
      assertThat(error.path("code").asString()).startsWith("format.");
      assertThat(error.path("message").asString()).isNotEmpty();
      assertThat(error.path("hint").asString()).isNotEmpty();
    }

    assertRefused(
        upload(admin, "no zip at all".getBytes(StandardCharsets.UTF_8)), 400, "INVALID_ZIP");
    assertRefused(upload(admin, Archives.zip(Map.of("../../evil", "x"))), 400, "INVALID_ZIP");
    assertRefused(upload(admin, new byte[0]), 400, "INVALID_ZIP");
    assertRefused(upload(admin, new byte[50_000_001]), 413, "FILE_TOO_LARGE");
    assertThat(files()).isSubsetOf(before);
  }

  @Test
  void a_request_without_a_file_or_for_nothing_is_told() {
    Api.Reply none =
        admin.send(
            admin
                .request("/api/admin/skills/upload")
                .header("Content-Type", "multipart/form-data; boundary=x")
                .POST(BodyPublishers.ofString("--x--\r\n")));
    assertRefused(none, 400, "BAD_REQUEST");
    assertRefused(admin.post("/api/admin/skills/upload", Map.of()), 415, "UNSUPPORTED_MEDIA_TYPE");
    assertRefused(admin.get("/api/admin/skills/" + UUID.randomUUID()), 404, "SKILL_NOT_FOUND");
    assertRefused(admin.get("/api/admin/skills?status=nice"), 400, "BAD_REQUEST");
    assertRefused(admin.get("/api/admin/skills?size=0"), 400, "BAD_REQUEST");
  }

  @Test
  void only_an_admin_may_upload() throws IOException {
    Set<Path> before = files();
    String user = "u" + UUID.randomUUID().toString().substring(0, 8);
    admin.post("/api/admin/users", Map.of("username", user, "password", "a good password"));
    byte[] archive = Archives.skill(name, "x");
    assertRefused(
        upload(server.anonymous().signIn(user, "a good password"), archive), 403, "FORBIDDEN");
    assertRefused(upload(server.anonymous(), archive), 401, "UNAUTHORIZED");
    assertThat(files()).isSubsetOf(before);
    assertThat(admin.get("/api/admin/skills?size=200").response().body()).doesNotContain(name);
  }

  @Test
  void of_many_uploads_of_one_name_at_once_one_wins_and_the_others_are_told()
      throws InterruptedException, ExecutionException {
    List<Callable<Integer>> uploads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      byte[] archive = Archives.skill(name, "Variant " + i);
      uploads.add(() -> upload(admin, archive).status());
    }
    List<Integer> statuses = new ArrayList<>();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Integer> done : pool.invokeAll(uploads)) {
        statuses.add(done.get());
      }
    }
    assertThat(statuses).containsOnlyOnce(201).containsOnly(201, 409);
  }

  @Test
  void a_name_that_looks_like_another_is_refused_and_one_that_nearly_does_is_warned_of()
      throws IOException {
    String real = "pager-" + UUID.randomUUID().toString().substring(0, 8);
    assertThat(upload(admin, Archives.skill(real, "x")).status()).isEqualTo(201);
    Set<Path> before = files();
    Api.Reply refused = upload(admin, Archives.skill(real.replace('a', '\u0430'), "x"));
    assertRefused(refused, 400, "INVALID_SKILL_FORMAT");
    assertThat(refused.body().path("details").path("errors").get(0).path("code").asString())
        .isEqualTo("format.name-confusable");
    assertThat(refused.response().body()).contains(real).contains("CYRILLIC SMALL LETTER A");
    assertThat(files()).isSubsetOf(before);

    Api.Reply warned = upload(admin, Archives.skill("p4" + real.substring(2), "x"));
    assertThat(warned.status()).isEqualTo(201);
    assertThat(warned.response().body()).contains("format.name-like-another").contains(real);
  }

  @Test
  void of_names_that_look_alike_and_come_at_once_one_is_taken()
      throws InterruptedException, ExecutionException {
    String plain = "arch-" + UUID.randomUUID().toString().substring(0, 8);
    List<Callable<Integer>> uploads = new ArrayList<>();
    for (String each :
        List.of(plain, "\u0430" + plain.substring(1), plain.replace('c', '\u0441'))) {
      byte[] archive = Archives.skill(each, "x");
      uploads.add(() -> upload(admin, archive).status());
    }
    List<Integer> statuses = new ArrayList<>();
    try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Integer> done : pool.invokeAll(uploads)) {
        statuses.add(done.get());
      }
    }
    assertThat(statuses).containsOnlyOnce(201).containsOnly(201, 400);
  }

  private static void assertRefused(Api.Reply reply, int status, String code) {
    assertThat(reply.status()).as(reply.response().body()).isEqualTo(status);
    assertThat(reply.code()).isEqualTo(code);
  }

  static Api.Reply upload(Api caller, byte[] archive) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"s.zip\"\r\n\r\n"
            .getBytes(StandardCharsets.UTF_8));
    body.writeBytes(archive);
    body.writeBytes("\r\n--x--\r\n".getBytes(StandardCharsets.UTF_8));
    return caller.send(
        caller
            .request("/api/admin/skills/upload")
            .header("Content-Type", "multipart/form-data; boundary=x")
            .POST(BodyPublishers.ofByteArray(body.toByteArray())));
  }

  private Path blob(String digest) {
    String hex = digest.substring("sha256:".length());
    return server.home().blobFolder().resolve(hex.substring(0, 2)).resolve(hex.substring(2));
  }

  @Test
  void other_evals_for_the_same_content_are_taken_and_said_so() {
    String manifest = "---\nname: %s\ndescription: Counts words.\n---\nRun wc.\n".formatted(name);
    Api.Reply without = upload(admin, Archives.zip(Map.of(name + "/SKILL.md", manifest)));
    assertThat(without.status()).isEqualTo(201);
    String evals =
        "{\"skill_name\": \"%s\", \"evals\": [{\"id\": 1, \"prompt\": \"Count a b c.\", \"expected_output\": \"3\"}]}"
            .formatted(name);
    Api.Reply with =
        upload(
            admin,
            Archives.zip(Map.of(name + "/SKILL.md", manifest, name + "/evals/evals.json", evals)));
    assertThat(with.status()).isEqualTo(200);
    assertThat(with.body().path("digest")).isEqualTo(without.body().path("digest"));
    assertThat(with.body().path("outcome").asString()).isEqualTo("evals_replaced");
  }

  /// Returns all files of skills on the disk, including quarantines. Leftovers of earlier tests may
  /// vanish meanwhile.
  private Set<Path> files() throws IOException {
    Set<Path> files = new HashSet<>();
    for (Path folder :
        List.of(
            server.home().blobFolder(),
            server.home().incomingFolder(),
            server.home().quarantineFolder())) {
      if (Files.exists(folder)) {
        try (Stream<Path> all = Files.walk(folder)) {
          all.filter(Files::isRegularFile).forEach(files::add);
        }
      }
    }
    return files;
  }
}
