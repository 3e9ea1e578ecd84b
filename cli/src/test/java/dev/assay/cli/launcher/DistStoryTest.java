package dev.assay.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.home.Home;
import dev.assay.home.ServerFile;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/// The shipped archive, which exists only after the packaging.
@Tag("packaged")
@EnabledIfEnvironmentVariable(
    named = "ASSAY_CHECK_DIST",
    matches = "1",
    disabledReason = "a minute long: ASSAY_CHECK_DIST=1 ./check")
class DistStoryTest {
  private static final Path DIST = Path.of("target/dist").toAbsolutePath();
  private static final String ARCHITECTURE =
      System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";

  @TempDir Path folder;

  @Test
  void the_archive_validates_an_example_with_a_jre_and_nothing_to_build_with() throws IOException {
    Path archive = folder.resolve("assay.tar.gz");
    Path again = folder.resolve("again.tar.gz");
    Shell shell = new Shell(folder);
    shell.run("sh", "-c", packing(archive, ARCHITECTURE));
    shell.run("sh", "-c", packing(again, ARCHITECTURE));
    assertThat(Files.mismatch(archive, again)).as("same content, same bytes").isEqualTo(-1);
    Shell.Running refused = shell.start("sh", "-c", packing(again, "riscv64"));
    assertThat(refused.untilEnd()).isEqualTo(1);
    assertThat(refused.output()).contains("the sandbox helper for riscv64 was not built");

    shell.run("tar", "xzf", archive);
    Path top = folder.resolve("assay-test");
    shell.run("chmod", "-R", "a-w", top);
    for (String part :
        new String[] {"README.md", "LICENSE", "docs/reference/start.md", "sbom.cdx.json"}) {
      assertThat(top.resolve(part)).isNotEmptyFile();
    }
    assertThat(Files.readString(top.resolve("sbom.cdx.json")))
        .contains("CycloneDX", "pkg:maven/org.postgresql/postgresql@", "Apache-2.0");
    Shell user =
        new Shell(folder.resolve("user"))
            .set("PATH", programs().toString())
            .set("JAVA_HOME", jre().toString())
            .set("ASSAY_NO_ARCHIVE", "1");
    Home home = new Home(folder.resolve("user/home/.assay"));
    try {
      assertThat(
              user.run(top.resolve("assay"), "validate", top.resolve("examples/skills/text-stats")))
          .contains("starting a private one")
          .contains("text-stats version 1 passed");
      assertThat(user.run(top.resolve("assay"), "skills", "list"))
          .contains("text-stats")
          .doesNotContain("starting");
    } finally {
      assertThat(user.run(top.resolve("assay"), "stop")).contains("Ended the private server");
    }
    assertThat(ServerFile.find(home)).isEmpty();
  }

  @Test
  void a_server_goes_on_whatever_is_built_meanwhile() throws IOException, InterruptedException {
    SourceTree tree = new SourceTree(folder, "tree");
    Home home = new Home(folder.resolve("home/.assay"));
    Path small = folder.resolve("built");
    tree.gives(DIST);
    Shell.Running server = tree.shell.start(tree.launcher(), "serve", "--port", "0");
    try {
      await()
          .atMost(Shell.PATIENCE)
          .until(() -> ServerFile.find(home).isPresent() || !server.process().isAlive());
      assertThat(server.process().isAlive()).as(server::output).isTrue();
      Files.delete(small);
      Files.move(folder.resolve("built-before"), small);
      for (int version = 1; version <= 4; version++) {
        tree.write("cli/src/main/Some.java", "version " + version);
        assertThat(tree.shell.run(tree.launcher(), "x")).endsWith("echo x\n");
      }
      ServerFile running = ServerFile.find(home).orElseThrow();
      try (HttpClient client = HttpClient.newHttpClient()) {
        // classes that were not needed before
        var answer =
            client.send(
                HttpRequest.newBuilder(running.url().resolve("/api/openapi.json")).build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("/api/admin/skills");
      }
    } finally {
      server.process().destroy();
      server.untilEnd();
    }
    assertThat(server.output()).doesNotContain("Error").doesNotContain("Exception");
  }

  private static String packing(Path archive, String architecture) {
    return ". '%1$s/scripts/house.sh'; . '%1$s/scripts/dist.sh'; here='%1$s'; jdk='%2$s'; pack_archive '%3$s' b1 assay-test '%4$s' %5$s"
        .formatted(Shell.TOP, Shell.JAVA_HOME, DIST, archive, architecture);
  }

  /// Returns this machine's programs except those that build.
  private Path programs() throws IOException {
    // outside the folder for temporary files, because sandboxes have a different one
    Path programs = Path.of("target", "programs-" + UUID.randomUUID()).toAbsolutePath();
    Files.createDirectories(programs);
    for (String from : new String[] {"/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/local/bin"}) {
      try (Stream<Path> all = Files.list(Path.of(from))) {
        for (Path program : all.toList()) {
          String name = program.getFileName().toString();
          Path link = programs.resolve(name);
          if (!name.matches("mvn.*|cc|c\\+\\+|[cg]\\d\\d.*|.*gcc.*|clang.*|tcc|java.*")
              && !Files.exists(link, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            Files.createSymbolicLink(link, program);
          }
        }
      }
    }
    return programs;
  }

  /// This Java without its compiler.
  private Path jre() throws IOException {
    Path jre = folder.resolve("jre");
    Files.createDirectories(jre.resolve("bin"));
    Files.copy(
        Shell.JAVA_HOME.resolve("bin/java"),
        jre.resolve("bin/java"),
        java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
    for (String part : new String[] {"lib", "conf", "release"}) {
      Files.createSymbolicLink(jre.resolve(part), Shell.JAVA_HOME.resolve(part));
    }
    return jre;
  }
}
