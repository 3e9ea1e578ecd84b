package dev.assay.validation.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.contents.Item;
import dev.assay.packages.PackageSettings;
import dev.assay.skill.AssayException;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.Planting;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.evidence.Installed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Debian packages on a base that takes them. Building that base needs a minute and Debian's
/// mirrors, so this test runs only if one was built: `ASSAY_HOME=… assay images build`, then the
/// tests with `-Dassay.debian=…/sandboxes`.
class DebianBaseStoryTest {
  private static Workshop workshop;

  @BeforeAll
  static void open() throws IOException {
    String storage = System.getProperty("assay.debian", "");
    assumeTrue(
        !storage.isEmpty() && Files.isDirectory(Path.of(storage, "bases", "debian")),
        "no storage with a debian base: set -Dassay.debian=…/sandboxes");
    workshop = new Workshop(PackageSettings.none(), Optional.of(Path.of(storage)));
    workshop.carrySource("planting", Planting.text("lab/planting.py"));
    workshop.carryWheel("victim", "1.0", Map.of());
  }

  @AfterAll
  static void close() {
    if (workshop != null) {
      workshop.close();
    }
  }

  private static Installed system(String... names) {
    return workshop.install(
        Duration.ofMinutes(5),
        SandboxImage.of("debian"),
        Inventory.EMPTY,
        RuntimeEnvironment.SHARED,
        Workshop.dependencies(Ecosystem.SYSTEM, names));
  }

  private static Installed systemOn(Installed on, String... names) {
    return workshop.install(
        Duration.ofMinutes(5),
        on.candidate(),
        workshop.inventory(on),
        RuntimeEnvironment.SHARED,
        Workshop.dependencies(Ecosystem.SYSTEM, names));
  }

  @Test
  void what_the_base_lacks_is_installed_and_is_what_the_clean_base_would_get() {
    Installed jq = system("jq");
    assertThat(jq.failure()).as(jq.commands().toString()).isEmpty();
    assertThat(jq.difference().changes()).anyMatch(change -> change.name().equals("jq"));
    assertThat(workshop.inventory(jq).files().find("/usr/bin/jq"))
        .hasValueSatisfying(
            item -> assertThat(item.owners()).anyMatch(owner -> owner.startsWith("system jq ")));
    Installed tree = systemOn(jq, "tree");
    assertThat(tree.failure()).as(tree.commands().toString()).isEmpty();
    try (Sandbox fork = workshop.open(tree)) {
      assertThat(
              fork.run(Command.shell("echo '{\"a\":3}' | jq .a && tree --version && dpkg --audit")))
          .matches(CommandResult::succeeded);
    }
    Installed again =
        workshop
            .preparation(Duration.ofMinutes(1))
            .reinstall(
                workshop.site(SandboxImage.of("debian")),
                Inventory.EMPTY,
                workshop.inventory(tree).packages(),
                Set.of(),
                Workshop.dependencies(Ecosystem.SYSTEM),
                RuntimeEnvironment.SHARED);
    assertThat(again.failure()).isEmpty();
    assertThat(again.packages()).isEqualTo(tree.packages());
  }

  @Test
  void what_no_archive_has_is_the_platforms_limit() {
    assertThatThrownBy(() -> system("no-such-package-anywhere"))
        .isInstanceOfSatisfying(
            AssayException.class,
            e ->
                assertThat(e.reason())
                    .contains("no-such-package-anywhere")
                    .contains("says nothing"));
  }

  @Test
  void nothing_that_a_build_plants_in_a_writable_system_reaches_the_image() {
    Installed ready =
        workshop.install(
            SandboxImage.of("debian"), Inventory.EMPTY, RuntimeEnvironment.SHARED, "victim");
    assertThat(ready.failure()).as(ready.commands().toString()).isEmpty();
    Installed planted = workshop.installOn(ready, RuntimeEnvironment.SHARED, "planting");
    assertThat(planted.failure()).as(planted.commands().toString()).isEmpty();
    assertThat(workshop.inventory(planted).files().items().values())
        .extracting(Item::path)
        .allMatch(path -> path.startsWith("/opt/runtime/venv/"));
    try (Sandbox fork = workshop.open(planted)) {
      assertThat(fork.run(Command.shell(Planting.SEARCH)).stdout().text()).isEmpty();
    }
  }
}
