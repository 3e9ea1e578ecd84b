package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.packages.PackageSettings;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.task.Task;
import dev.assay.testkit.packages.NpmRegistry;
import dev.assay.testkit.packages.NpmTestPackage;
import dev.assay.testkit.packages.PackageServer;
import dev.assay.testkit.packages.PipIndex;
import dev.assay.testkit.packages.PythonPackage;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageSource;
import dev.assay.validation.dependency.PackageSource.Made;
import dev.assay.validation.evidence.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Packages from an index and a registry with passwords to the image.
class IndexStoryTest {
  private static final String SECRET = "s3cret-of-the-index";
  private static final String SCRIPT =
      """
      const fs = require("fs");
      fs.writeFileSync("built.txt", "built\\n");
      for (const path of ["/opt/planted.txt", "/opt/runtime/npm/lib/node_modules/outer/planted.js", "../planted.js"]) {
        try { fs.writeFileSync(path, "planted-by-npm"); } catch (e) {}
      }
      require("child_process").spawn("sh", ["-c", "for i in 1 2 3 4 5 6 7 8 9; do echo planted-by-npm > /opt/late.txt; sleep 0.3; done"], {detached: true, stdio: "ignore"}).unref();
      """;

  @TempDir private static Path folder;
  private static PipIndex pip;
  private static NpmRegistry npm;
  private static Workshop workshop;

  @BeforeAll
  static void open() throws IOException {
    pip = PipIndex.startApart(PipIndex.Form.HTML);
    pip.pages().requirePassword("reader", SECRET);
    pip.add(PythonPackage.of("alpha", "1.2").requiring("beta>=2"));
    pip.add(PythonPackage.of("beta", "2.1"));
    npm = NpmRegistry.start();
    npm.documents().requireToken(SECRET);
    npm.add(
        NpmTestPackage.of("outer", "1.0.0")
            .requiring("inner", "^1.0.0")
            .with(
                "package.json",
                "{\"name\":\"outer\",\"version\":\"1.0.0\",\"bin\":{\"outer\":\"cli.js\"},\"dependencies\":{\"inner\":\"^1.0.0\"}}")
            .with(
                "cli.js", "#!/usr/bin/env node\nconsole.log('outer with ' + require('inner'));\n"));
    npm.add(NpmTestPackage.of("inner", "1.0.0"));
    npm.add(
        NpmTestPackage.of("scripted", "1.0.0")
            .with(
                "package.json",
                "{\"name\":\"scripted\",\"version\":\"1.0.0\",\"scripts\":{\"postinstall\":\"node make.js\"}}")
            .with("make.js", SCRIPT));
    Path netrc = folder.resolve("netrc");
    Files.writeString(
        netrc,
        "machine 127.0.0.1:%d login reader password %s\nmachine 127.0.0.1:%d password %s\n"
            .formatted(pip.pages().port(), SECRET, npm.documents().port(), SECRET));
    Files.setPosixFilePermissions(netrc, PosixFilePermissions.fromString("rw-------"));
    workshop = new Workshop(settings(netrc));
  }

  private static PackageSettings settings(Path netrc) {
    return new PackageSettings(
        Optional.of(pip.address()),
        Optional.of(List.of()),
        Optional.of(List.of()),
        Optional.of(npm.address()),
        Optional.of(Map.of()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(netrc),
        Duration.ofSeconds(5));
  }

  @AfterAll
  static void close() {
    workshop.close();
    pip.close();
    npm.close();
  }

  @Test
  void packages_of_an_index_are_installed_from_the_files_it_published() {
    Installed installed = workshop.install("alpha");
    assertThat(installed.failure()).as(installed.commands().toString()).isEmpty();
    assertThat(installed.sources())
        .extracting(PackageSource::shown, PackageSource::made)
        .containsExactlyInAnyOrder(
            org.assertj.core.api.Assertions.tuple("alpha 1.2", Made.PUBLISHED),
            org.assertj.core.api.Assertions.tuple("beta 2.1", Made.PUBLISHED));
    assertThat(installed.sources())
        .allMatch(source -> source.origin().startsWith(pip.files().address("/files/").toString()));
    assertThat(installed.indexes()).anyMatch(line -> line.contains(pip.address().toString()));
    assertThat(installed.toString()).doesNotContain(SECRET);
    try (Sandbox fork = workshop.open(installed)) {
      assertThat(
              fork.run(Command.of("python", "-c", "import alpha, beta; print(alpha.VERSION)"))
                  .stdout()
                  .text())
          .isEqualTo("1.2\n");
    }
  }

  @Test
  void a_package_called_pip_or_npm_is_admitted_behind_the_bases_own_and_named() {
    pip.add(
        PythonPackage.of("pip", "99.0")
            .with("pip/extra.py", "WHERE = 'of the package'\n")
            .with("pip/__main__.py", "print('the package')\n")
            .with(
                "pip-99.0.dist-info/entry_points.txt",
                "[console_scripts]\npip = pip.extra:x\npip3 = pip.extra:x\n"));
    Installed installed = workshop.install("pip==99.0");
    assertThat(installed.failure()).as(installed.commands().toString()).isEmpty();
    assertThat(installed.noticed())
        .anyMatch(line -> line.contains("its program pip was left out"))
        .anyMatch(line -> line.contains("its program pip3 was left out"));
    Installed more = workshop.installOn(installed, RuntimeEnvironment.SHARED, "alpha");
    assertThat(more.failure()).as(more.commands().toString()).isEmpty();
    Task task = new Task("t", "t", List.of(), Optional.empty(), List.of(), List.of());
    try (TaskSandbox fork = workshop.laboratory.openFor(task, workshop.site(more.candidate()))) {
      String line =
          "pip --version; python3 -m pip list; python3 -c 'import pip.extra; print(pip.extra.WHERE, pip.__version__)'";
      assertThat(fork.sandbox().run(Command.shell(line)).stdout().text())
          .doesNotContain("the package\n")
          .containsPattern("alpha +1.2")
          .endsWith("of the package 99.0\n");
    }

    npm.add(NpmTestPackage.of("npm", "99.0.0").with("cli.js", "#!/usr/bin/env node\n"));
    Installed other = npm("npm");
    assertThat(other.failure()).as(other.commands().toString()).isEmpty();
    assertThat(other.noticed()).anyMatch(line -> line.contains("its program npm was left out"));
  }

  @Test
  void npm_packages_lie_where_npm_puts_them_with_their_programs() {
    Installed installed = npm("outer");
    assertThat(installed.failure()).as(installed.commands().toString()).isEmpty();
    assertThat(workshop.inventory(installed).files().items().keySet())
        .contains(
            "/opt/runtime/npm/bin/outer",
            "/opt/runtime/npm/lib/node_modules/outer/cli.js",
            "/opt/runtime/npm/lib/node_modules/outer/node_modules/inner/index.js");
    try (Sandbox fork = workshop.open(installed)) {
      assertThat(fork.run(Command.of("outer")).stdout().text()).isEqualTo("outer with 1.0.0\n");
    }
  }

  @Test
  void a_script_of_an_npm_package_changes_its_own_folder_and_nothing_else() {
    Installed installed = npm("outer", "scripted");
    assertThat(installed.failure()).as(installed.commands().toString()).isEmpty();
    assertThat(installed.sources())
        .filteredOn(source -> source.name().equals("scripted"))
        .singleElement()
        .satisfies(source -> assertThat(source.made()).isEqualTo(Made.BUILT_HERE));
    try (Sandbox fork = workshop.open(installed)) {
      assertThat(fork.files().readText("/opt/runtime/npm/lib/node_modules/scripted/built.txt"))
          .isEqualTo("built\n");
      assertThat(
              fork.run(Command.shell("grep -rl planted-by-npm /opt | grep -v make.js"))
                  .stdout()
                  .text())
          .isEmpty();
      assertThat(fork.run(Command.shell("ls /opt")).stdout().text()).isEqualTo("runtime\n");
    }
    assertThat(workshop.engine.changes(installed.candidate()))
        .extracting(LayerEntry::path)
        .noneMatch(path -> path.contains("planted") || path.contains("late"));
  }

  @Test
  void the_same_files_are_installed_again_though_the_registry_is_gone() {
    Installed installed = npm("outer", "scripted");
    Installed again =
        workshop
            .preparation(Duration.ofMinutes(1))
            .reinstall(
                workshop.site(SandboxImage.of("host")),
                Inventory.EMPTY,
                installed.sources(),
                Set.of(),
                Dependencies.NONE,
                RuntimeEnvironment.SHARED);
    assertThat(again.failure()).isEmpty();
    assertThat(again.contents()).isEqualTo(installed.contents());
  }

  @Test
  void a_package_that_the_index_does_not_have_is_the_skills_failure_in_pips_words() {
    Installed installed = workshop.install("alpha", "no-such-package");
    assertThat(installed.failure())
        .hasValueSatisfying(
            why -> assertThat(why).contains("No matching distribution found for no-such-package"));
    assertThat(installed.candidate()).isEqualTo(SandboxImage.of("host"));
  }

  @Test
  void an_index_that_does_not_let_us_in_says_nothing_about_the_skill() throws IOException {
    try (PipIndex closed = PipIndex.start();
        Workshop other =
            new Workshop(
                new PackageSettings(
                    Optional.of(closed.address()),
                    Optional.of(List.of()),
                    Optional.of(List.of()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Duration.ofSeconds(5)))) {
      closed.pages().requirePassword("somebody", "else");
      assertThatThrownBy(() -> other.install("alpha"))
          .isInstanceOfSatisfying(
              AssayException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
                assertThat(e.reason())
                    .contains(closed.address().toString())
                    .contains("401")
                    .contains("assay.packages.credentials");
              });
    }
  }

  @Test
  void an_index_that_serves_a_broken_file_says_nothing_about_the_skill() throws IOException {
    try (PipIndex broken = PipIndex.start();
        Workshop other =
            new Workshop(
                new PackageSettings(
                    Optional.of(broken.address()),
                    Optional.of(List.of()),
                    Optional.of(List.of()),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Duration.ofSeconds(5)))) {
      broken.add(PythonPackage.of("alpha", "1.2"));
      broken
          .files()
          .on(
              "/files/alpha-1.2-py3-none-any.whl",
              exchange ->
                  PackageServer.answer(exchange, 200, "application/zip", new byte[] {1, 2, 3}));
      assertThatThrownBy(() -> other.install("alpha"))
          .isInstanceOfSatisfying(
              AssayException.class,
              e -> assertThat(e.reason()).contains(broken.address().getHost()));
    }
  }

  private static Installed npm(String... names) {
    return workshop.install(
        Duration.ofMinutes(2),
        SandboxImage.of("host"),
        Inventory.EMPTY,
        RuntimeEnvironment.SHARED,
        Workshop.dependencies(Ecosystem.NPM, names));
  }
}
