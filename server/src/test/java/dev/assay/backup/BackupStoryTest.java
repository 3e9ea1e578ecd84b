package dev.assay.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.Api;
import dev.assay.TestDatabase;
import dev.assay.TestServer;
import dev.assay.configuration.ServeOptions;
import dev.assay.database.DatabaseAddress;
import dev.assay.home.Home;
import dev.assay.start.AssayServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A backup restores a whole installation into an empty home and an empty database.
class BackupStoryTest {
  private static final String PASSWORD = "correct horse battery";

  @TempDir private Path folder;

  private ServeOptions options(String home, DatabaseAddress address) {
    Map<String, String> environment = new HashMap<>();
    environment.put("ASSAY_DATABASE_URL", address.url());
    environment.put("ASSAY_DATABASE_USER", address.user());
    environment.put("ASSAY_DATABASE_PASSWORD", address.password().reveal());
    environment.put("ASSAY_ADMIN_PASSWORD", PASSWORD);
    return new ServeOptions(
        new Home(folder.resolve(home)),
        folder,
        Optional.empty(),
        Optional.of(0),
        Map.copyOf(environment));
  }

  private static Api admin(AssayServer server) {
    return new Api(server.url(), Optional.empty()).signIn("admin", PASSWORD);
  }

  @Test
  void what_was_backed_up_is_there_after_it_was_restored_and_nothing_else_is_touched()
      throws Exception {
    ServeOptions first = options("first", TestDatabase.empty());
    Path archive = folder.resolve("assay.tar.gz");
    Backup.Contents written;
    JsonNode skills;
    JsonNode audit;
    try (AssayServer server = TestServer.launch(first)) {
      Api admin = admin(server);
      admin.post("/api/admin/users", Map.of("username", "ada", "role", "author"));
      upload(admin);
      admin.post("/api/conversations", Map.of());
      Files.writeString(
          Files.createDirectories(first.home().conversationFolder().resolve("uploads/x"))
              .resolve("notes.txt"),
          "kept");
      skills = admin.get("/api/admin/skills").body();
      assertThat(skills.path("skills")).hasSize(1);
      audit = admin.get("/api/admin/audit/verify").body();

      written = Backup.write(first, archive); // while it runs
      admin.post("/api/admin/users", Map.of("username", "later", "role", "author"));
    }
    assertThat(written.rows()).isPositive();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(archive)))
        .isEqualTo("rw-------");
    assertRefusals(first, archive);

    ServeOptions second = options("second", TestDatabase.empty());
    assertThat(Restoration.restore(second, archive)).isEqualTo(written);
    assertThat(second.home().signingKeyFile())
        .hasSameBinaryContentAs(first.home().signingKeyFile());
    assertThat(second.home().conversationFolder().resolve("uploads/x/notes.txt"))
        .hasContent("kept");
    try (AssayServer server = TestServer.launch(second)) {
      Api admin = admin(server);
      assertThat(admin.get("/api/admin/skills").body()).isEqualTo(skills);
      JsonNode check = admin.get("/api/admin/audit/verify").body();
      assertThat(check.path("intact").asBoolean()).isTrue();
      assertThat(check.path("entries").asInt()).isGreaterThan(audit.path("entries").asInt());
      assertThat(admin.get("/api/conversations").response().body()).contains("\"id\"");
      assertThat(admin.get("/api/admin/users").response().body())
          .contains("ada")
          .doesNotContain("later");
      upload(admin); // numbers that the database gives go on
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("first", "second", "assay.tar.gz");
    }
  }

  /// The dump waits for a locked table. Meanwhile a file that another table names is removed.
  @Test
  void a_file_that_goes_while_it_is_backed_up_is_not_named_in_the_archive() throws Exception {
    DatabaseAddress address = new TestDatabase().address();
    ServeOptions options = options("restless", address);
    Path blob =
        Files.createDirectories(options.home().blobFolder().resolve("ab")).resolve("cd".repeat(31));
    Files.writeString(blob, "a layer");
    Path archive = folder.resolve("restless.tar.gz");
    try (Connection other =
            DriverManager.getConnection(
                address.url(), address.user(), address.password().reveal());
        Statement statement = other.createStatement();
        ExecutorService threads = Executors.newSingleThreadExecutor()) {
      statement.execute("insert into stored_layer values ('gone', 'sha256:abcd', 7, now())");
      other.setAutoCommit(false);
      statement.execute("lock table storage_server in access exclusive mode");
      Future<Backup.Contents> backup = threads.submit(() -> Backup.write(options, archive));
      await().until(() -> isWaitedFor(statement));
      statement.execute("delete from stored_layer");
      Files.delete(blob);
      other.commit();
      assertThat(backup.get().tables())
          .filteredOn(table -> table.name().equals("stored_layer"))
          .allSatisfy(table -> assertThat(table.rows()).isZero());
    }
    assertThat(archive).exists();
  }

  private static boolean isWaitedFor(Statement statement) throws SQLException {
    try (ResultSet row =
        statement.executeQuery("select count(*) from pg_locks where not granted")) {
      return row.next() && row.getInt(1) > 0;
    }
  }

  private void assertRefusals(ServeOptions first, Path archive) throws IOException {
    assertThatThrownBy(() -> Backup.write(first, archive)).hasMessageContaining("there already");
    assertThatThrownBy(() -> Restoration.restore(first, archive))
        .hasMessageContaining("is not empty");
    ServeOptions full = options("full", new TestDatabase().address());
    assertThatThrownBy(() -> Restoration.restore(full, archive))
        .hasMessageContaining("has tables already");
    Path broken = folder.resolve("broken.tar.gz");
    byte[] bytes = Files.readAllBytes(archive);
    Files.write(broken, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    ServeOptions damaged = options("damaged", TestDatabase.empty());
    assertThatThrownBy(() -> Restoration.restore(damaged, broken))
        .hasMessageContaining("tar failed");
    for (String home : List.of("full", "damaged")) {
      try (Stream<Path> left = Files.list(folder.resolve(home))) {
        assertThat(left.map(file -> file.getFileName().toString())).containsExactly("lock");
      }
      Files.delete(folder.resolve(home).resolve("lock"));
      Files.delete(folder.resolve(home));
    }
    Files.delete(broken);
  }

  private static void upload(Api admin) {
    String manifest =
        "---\nname: word-count\ndescription: Counts the words of a text file. Use it for the length"
            + " of texts.\n---\nRun `wc -w FILE`.\n";
    java.io.ByteArrayOutputStream zip = new java.io.ByteArrayOutputStream();
    try (java.util.zip.ZipOutputStream out = new java.util.zip.ZipOutputStream(zip)) {
      out.putNextEntry(new java.util.zip.ZipEntry("word-count/SKILL.md"));
      out.write(manifest.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    java.io.ByteArrayOutputStream body = new java.io.ByteArrayOutputStream();
    body.writeBytes(
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"s.zip\"\r\n\r\n"
            .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    body.writeBytes(zip.toByteArray());
    body.writeBytes("\r\n--x--\r\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    Api.Reply reply =
        admin.send(
            admin
                .request("/api/admin/skills/upload")
                .header("Content-Type", "multipart/form-data; boundary=x")
                .POST(java.net.http.HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())));
    assertThat(reply.status()).isBetween(200, 201);
  }
}
