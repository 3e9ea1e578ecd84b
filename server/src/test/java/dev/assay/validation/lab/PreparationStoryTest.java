package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.contents.Item;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.dependency.Difference.Change;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.dependency.PackageReader;
import dev.assay.validation.dependency.PackageSource.Made;
import dev.assay.validation.evidence.Installed;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The changes that an installation makes to an image.
class PreparationStoryTest {
  private static final RuntimeEnvironment OWN = new RuntimeEnvironment(Workshop.SKILL);
  private static final String HANGING =
      """
      import time

      def build_wheel(folder, config_settings=None, metadata_directory=None):
          time.sleep(3600)
      """;
  private static final String BUILDING =
      """
      import os, zipfile

      def build_wheel(folder, config_settings=None, metadata_directory=None):
          name = "sourced-1.0-py3-none-any.whl"
          info = "sourced-1.0.dist-info/"
          with zipfile.ZipFile(os.path.join(folder, name), "w") as z:
              z.writestr("sourced.py", "VALUE = 7\\n")
              z.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: sourced\\nVersion: 1.0\\n")
              z.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
              z.writestr(info + "RECORD", "sourced.py,,\\n" + info + "METADATA,,\\n" + info + "WHEEL,,\\n")
          return name
      """;

  private static Workshop workshop;

  /// Installations that no test changes. Other tests start from them.
  private static Installed plain;

  private static Installed built;

  @BeforeAll
  static void open() throws IOException {
    workshop = new Workshop();
    workshop.carrySource("hanging", HANGING);
    workshop.carrySource("sourced", BUILDING);
    workshop.carryWheel(
        "plain", "1.0", Map.of("plain-1.0.data/scripts/plainly", "#!python\nprint(3)\n"));
    workshop.carryWheel("plain", "2.0", Map.of("newer.py", "NEW = 1\n"));
    plain = workshop.install("plain==1.0");
    built = workshop.install("sourced", "plain==1.0");
  }

  @AfterAll
  static void close() {
    workshop.close();
  }

  @Test
  void every_file_of_the_image_is_listed_with_its_package_and_its_hash() {
    assertThat(plain.failure()).as(plain.commands().toString()).isEmpty();
    Inventory inventory = workshop.inventory(plain);
    String site =
        "/opt/runtime/venv/lib/python3.11/site-packages/"
            .replace("3.11", workshop.python().version());
    assertThat(inventory.files().find(site + "plain.py"))
        .hasValueSatisfying(item -> assertThat(item.owners()).containsExactly("pip plain 1.0"));
    assertThat(inventory.files().items().values())
        .extracting(Item::path)
        .contains(
            "/opt/runtime/venv/bin/plainly",
            "/opt/runtime/venv/bin/python",
            "/opt/runtime/venv/pyvenv.cfg")
        .anyMatch(path -> path.matches(".*/__pycache__/plain\\.cpython-\\d+\\.pyc"));
    assertThat(inventory.packages())
        .singleElement()
        .satisfies(
            source -> {
              assertThat(source.made()).isEqualTo(Made.CARRIED);
              assertThat(source.file()).isEqualTo("plain-1.0-py3-none-any.whl");
            });
    try (Sandbox fork = workshop.open(plain)) {
      assertThat(fork.run(Command.of("plainly")).stdout().text()).isEqualTo("3\n");
      assertThat(
              fork.run(
                  Command.shell(". /opt/runtime/venv/bin/activate && python -c 'import plain'")))
          .matches(CommandResult::succeeded);
    }
  }

  @Test
  void a_newer_version_takes_the_place_of_the_older_one_file_by_file() {
    Installed newer = workshop.installOn(plain, RuntimeEnvironment.SHARED, "plain==2.0");
    assertThat(newer.failure()).as(newer.commands().toString()).isEmpty();
    assertThat(newer.difference().changes())
        .singleElement()
        .satisfies(change -> assertThat(change.before()).contains("1.0"));
    assertThat(workshop.inventory(newer).packages()).hasSize(1);
    assertThat(workshop.inventory(newer).files().items().keySet())
        .noneMatch(path -> path.contains("plainly") || path.contains("plain-1.0"));
    try (Sandbox fork = workshop.open(newer)) {
      assertThat(
              fork.run(Command.shell("find /opt -name 'plain-1.0*' -o -name plainly"))
                  .stdout()
                  .text())
          .isEmpty();
      assertThat(
              fork.run(Command.of("python", "-c", "import plain; print(plain.VERSION)"))
                  .stdout()
                  .text())
          .isEqualTo("2.0\n");
    }
  }

  @Test
  void what_is_there_already_changes_nothing() {
    Installed again = workshop.installOn(plain, RuntimeEnvironment.SHARED, "plain");
    assertThat(again.candidate()).isEqualTo(plain.candidate());
    assertThat(again.contents()).isEqualTo(plain.contents());
    assertThat(again.difference().changes()).isEmpty();
  }

  @Test
  void what_was_built_from_sources_is_recorded_as_built_here() {
    assertThat(built.failure()).as(built.commands().toString()).isEmpty();
    assertThat(built.sources())
        .filteredOn(source -> source.file().startsWith("sourced"))
        .singleElement()
        .satisfies(
            source -> {
              assertThat(source.made()).isEqualTo(Made.BUILT_HERE);
              assertThat(source.origin()).endsWith("/sourced-1.0.zip");
            });
    try (Sandbox fork = workshop.open(built)) {
      assertThat(
              fork.run(Command.of("python", "-c", "import sourced; print(sourced.VALUE)"))
                  .stdout()
                  .text())
          .isEqualTo("7\n");
    }
  }

  @Test
  void the_same_files_make_the_same_list_again_without_asking_anybody() {
    Installed again =
        workshop
            .preparation(Duration.ofMinutes(1))
            .reinstall(
                workshop.site(SandboxImage.of("host")),
                Inventory.EMPTY,
                built.sources(),
                java.util.Set.of(),
                dev.assay.skill.dependency.Dependencies.NONE,
                RuntimeEnvironment.SHARED);
    assertThat(again.failure()).isEmpty();
    assertThat(again.commands()).isEmpty();
    assertThat(again.contents()).isEqualTo(built.contents());
  }

  @Test
  void an_environment_of_its_own_is_made_anew_and_tells_nothing_by_its_times() {
    Installed first = workshop.install(SandboxImage.of("host"), Inventory.EMPTY, OWN, "plain==1.0");
    assertThat(first.failure()).as(first.commands().toString()).isEmpty();
    assertThat(first.environment()).isEqualTo(Workshop.SKILL);
    assertThat(first.difference().extras()).isEmpty();
    try (Sandbox sandbox = workshop.open(first)) {
      assertThat(sandbox.files().stat("/opt/runtime/venv")).isEmpty();
      String times = "find /opt/skills/sly-skill /opt/skills -maxdepth 6 -newermt 1980-01-02";
      assertThat(sandbox.run(Command.shell(times)).stdout().text()).isEmpty();
      assertThat(sandbox.run(Command.of(OWN.venv() + "/bin/python", "-c", "import plain")))
          .matches(CommandResult::succeeded);
    }
    Installed again = workshop.installOn(first, OWN, "plain==2.0");
    assertThat(again.failure()).as(again.commands().toString()).isEmpty();
    try (Sandbox sandbox = workshop.open(again)) {
      assertThat(sandbox.run(Command.shell("ls " + OWN.venv() + "/bin")).stdout().text())
          .doesNotContain("plainly");
    }
    // its environment is also gone if the new version uses the shared one
    Installed shared = workshop.installOn(first, RuntimeEnvironment.SHARED);
    assertThat(shared.failure()).isEmpty();
    assertThat(shared.difference().changes())
        .extracting(Change::after)
        .containsOnly(Optional.empty());
    try (Sandbox sandbox = workshop.open(shared)) {
      assertThat(sandbox.run(Command.shell("ls -A /opt/skills 2>/dev/null")).stdout().text())
          .isEmpty();
    }
  }

  @Test
  void an_installation_that_hangs_is_the_skills_failure_within_its_time() {
    Installed stopped =
        workshop.install(
            Duration.ofSeconds(3),
            plain.candidate(),
            workshop.inventory(plain),
            RuntimeEnvironment.SHARED,
            Workshop.dependencies(Ecosystem.PIP, "hanging"));
    assertThat(stopped.failure())
        .hasValueSatisfying(
            reason ->
                assertThat(reason)
                    .contains("-m pip --python", " install ")
                    .contains("hanging")
                    .containsPattern("was stopped after [23] s")
                    .contains("assay.validation.install-time"));
    assertThat(stopped.commands()).hasSize(1);
    assertThat(stopped.candidate()).isEqualTo(plain.candidate());
  }

  @Test
  void packages_of_the_operating_system_are_the_bases_and_never_the_skills_fault() {
    assertThat(
            workshop
                .install(
                    Duration.ofMinutes(1),
                    SandboxImage.of("host"),
                    Inventory.EMPTY,
                    RuntimeEnvironment.SHARED,
                    Workshop.dependencies(Ecosystem.SYSTEM, "bash>=1"))
                .failure())
        .isEmpty();
    assertThatThrownBy(
            () ->
                workshop.install(
                    Duration.ofMinutes(1),
                    SandboxImage.of("host"),
                    Inventory.EMPTY,
                    RuntimeEnvironment.SHARED,
                    Workshop.dependencies(Ecosystem.SYSTEM, "bash>=999", "no-such-tool")))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.VALIDATION_ERROR);
              assertThat(e.reason())
                  .contains("bash>=999 (it has ")
                  .contains("no-such-tool")
                  .contains("says nothing about the skill")
                  .contains("apt-get install bash no-such-tool");
            });
  }

  @Test
  void a_base_without_a_list_of_packages_has_those_whose_program_it_has() {
    try (Sandbox sandbox = workshop.laboratory.open(workshop.site(SandboxImage.of("host")))) {
      assertThat(
              SystemPackages.missing(
                  Workshop.dependencies(Ecosystem.SYSTEM, "grep", "no-such-tool", "bash>=1"),
                  PackageList.of(List.of()),
                  sandbox.files()))
          .extracting(Requirement::name)
          .containsExactly("no-such-tool", "bash");
    }
  }

  @Test
  void more_files_than_can_be_looked_at_are_no_list_of_packages() {
    try (Sandbox sandbox = workshop.laboratory.open(workshop.site(SandboxImage.of("host")))) {
      sandbox.run(
          Command.shell(
                  "mkdir -p /opt/many && cd /opt/many && touch 0 50000 100000 &&"
                      + " perl -e 'for (1 .. 100000) { $_ % 50000 and link $_ - $_ % 50000, $_ }'")
              .withTimeout(Duration.ofMinutes(2)));
      assertThatThrownBy(() -> PackageReader.read(sandbox))
          .isInstanceOfSatisfying(
              AssayException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VALIDATION_ERROR))
          .hasMessageContaining("/opt");
    }
  }
}
