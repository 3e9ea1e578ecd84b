package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.Architecture;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.testkit.SmallSystem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Bases of the operator's own, and images of another machine.
class BasesStoryTest {
  private static final Architecture OTHER =
      Architecture.own() == Architecture.AMD64 ? Architecture.ARM64 : Architecture.AMD64;

  @TempDir Path folder;
  private Path home = Path.of("");
  private FileLeases leases;
  private LocalSandboxes engine;

  @BeforeEach
  void open() throws IOException {
    home = TestHome.create("bases");
    leases = new FileLeases(home.resolve("leases"));
    LocalSettings usual = LocalSettings.in(home.resolve("sandboxes"));
    Limits limits = usual.defaults().with(Limit.DISK, 150 << 20);
    engine =
        SandboxEngines.local(
            new LocalSettings(usual.storage(), List.of(), limits, List.of(), Optional.empty()),
            leases);
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    leases.close();
    TestHome.assertNothingLeft(home);
  }

  @Test
  void a_folder_is_taken_in_once_and_stays_as_it_was() throws IOException {
    Path system = SmallSystem.in(folder.resolve("system"));
    Path secret = Files.writeString(system.resolve("etc/secret"), "only root reads this\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    Path set = Files.writeString(system.resolve("usr/bin/set-id"), "#!/bin/sh\n");
    NativeProgram.ask(List.of("chmod", "6755", set.toString()));
    Files.createSymbolicLink(system.resolve("etc/outside"), folder);

    String name = engine.requireBase(system.toString());
    assertThat(name).matches("custom-[0-9a-f]{12}");
    assertThat(engine.capabilities().bases()).contains("host", name);
    assertThat(run(name, "cat /etc/secret; echo >/usr/bin/mine && echo >/etc/mine && echo written"))
        .isEqualTo("only root reads this\nwritten\n");
    assertThat(
            run(name, "python3 -c 'import os; print(oct(os.stat(\"/usr/bin/set-id\").st_mode))'"))
        .isEqualTo("0o100755\n");
    assertThat(run(name, "cat /etc/outside/system/etc/secret 2>&1 || echo nothing there"))
        .endsWith("nothing there\n");

    Files.writeString(secret, "changed\n");
    assertThat(engine.requireBase(system.toString())).isEqualTo(name);
    assertThat(run(name, "cat /etc/secret")).isEqualTo("only root reads this\n");
    String changed = engine.importBase(system);
    assertThat(changed).isNotEqualTo(name);
    assertThat(engine.requireBase(system.toString())).isEqualTo(changed);
    NativeProgram.ask(List.of("rm", "-rf", system.toString()));
    assertThat(engine.requireBase(system.toString())).as("its source is gone").isEqualTo(changed);
    assertThat(run(changed, "cat /etc/secret")).isEqualTo("changed\n");
  }

  @Test
  void what_a_source_was_before_is_removed_once_nobody_needs_it() throws IOException {
    Path system = SmallSystem.in(folder.resolve("system"));
    String image = engine.importBase(system);
    Files.writeString(system.resolve("etc/version"), "2\n");
    String inSandbox = engine.importBase(system);
    Files.writeString(system.resolve("etc/version"), "3\n");
    String forgotten = engine.importBase(system);
    Files.writeString(system.resolve("etc/version"), "4\n");
    String current = engine.importBase(system);
    List<SandboxImage> kept = List.of(SandboxImage.of(image));
    Instant later = Instant.now().plusSeconds(1);
    try (Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of(inSandbox), "test"))) {
      assertThat(engine.collect(kept, Instant.now().minusSeconds(3600)))
          .as("just taken in")
          .isZero();
      assertThat(engine.collect(kept, later)).isEqualTo(1);
      assertThat(engine.capabilities().bases())
          .contains(image, inSandbox, current)
          .doesNotContain(forgotten);
      assertThat(sandbox.run(Command.shell("cat /etc/version")).stdout().text()).isEqualTo("2\n");
    }
    assertThat(engine.collect(kept, later)).isEqualTo(1);
    assertThat(engine.capabilities().bases()).contains(image, current).doesNotContain(inSandbox);
    assertThatThrownBy(
            () -> engine.create(SandboxSpec.of(SandboxImage.of(forgotten), "test")).close())
        .hasMessageContaining(forgotten);
  }

  @Test
  void an_archive_is_taken_in_whatever_packs_it() throws IOException {
    Path system = SmallSystem.in(folder.resolve("system"));
    for (String packed : List.of("base.tar", "base.tar.gz")) {
      Path archive = folder.resolve(packed);
      NativeProgram.Answer made =
          NativeProgram.ask(
              List.of("tar", "-C", system.toString(), "-caf", archive.toString(), "."));
      assertThat(made.code()).isZero();
      String name = engine.requireBase(archive.toString());
      assertThat(run(name, "python3 -c 'print(1)'")).isEqualTo("1\n");
    }
  }

  @Test
  void what_is_no_system_is_refused_with_the_reason_and_leaves_nothing() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.tar"));
    Path text = Files.writeString(folder.resolve("text.tar"), "not a tar archive ".repeat(100));
    Path cut = folder.resolve("cut.tar.gz");
    Files.write(cut, new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0});
    Path bare = folder.resolve("bare");
    Files.createDirectories(bare.resolve("usr/bin"));
    Path liar = folder.resolve("liar");
    Files.createDirectories(liar.resolve("usr/bin"));
    Files.writeString(liar.resolve("usr/bin/python3"), "no program");

    refused(folder.resolve("nowhere"), "does not exist");
    refused(empty, "is an empty file");
    refused(text, "is no tar archive");
    refused(cut, "exit code");
    refused(bare, "has no usr/bin/python3");
    refused(liar, "do not run in it");
    refused(home, "holds Assay's own home");
    refused(Path.of("/"), "holds Assay's own home");
    refused(Path.of("/dev/null"), "is neither a folder nor a file");
    assertThat(SandboxEngines.findBaseObstacle(home.resolve("sandboxes"), bare.toString()))
        .hasValueSatisfying(said -> assertThat(said).contains("assay.sandbox.base", "python3"));
    assertThat(SandboxEngines.findBaseObstacle(home.resolve("sandboxes"), "debian"))
        .hasValueSatisfying(said -> assertThat(said).contains("assay images build"));
    assertThatThrownBy(() -> engine.requireBase("debian")).hasMessageContaining("images build");
  }

  @Test
  void hostile_entries_of_an_archive_reach_nothing_outside() throws IOException {
    // not in the temporary folder, which may be below /dev: what a base has there is left out
    Path outside = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "outside");
    Path victim = Files.writeString(outside.resolve("victim"), "untouched");
    hostile(
        "above",
        "contains '..'",
        archive -> file(archive, "../../../../../../../.." + victim, "x"));
    hostile("absolute", "do not run in it", archive -> file(archive, victim.toString(), "x"));
    hostile(
        "link",
        "out/victim",
        archive -> {
          entry(archive, "out", TarConstants.LF_SYMLINK, outside.toString());
          file(archive, "out/victim", "x");
        });
    hostile(
        "hard-link",
        "Cannot hard link",
        archive -> {
          entry(archive, "same", TarConstants.LF_LINK, victim.toString());
          file(archive, "same", "x");
        });
    hostile(
        "device", "Cannot mknod", archive -> entry(archive, "usr/disk", TarConstants.LF_BLK, ""));
    hostile(
        "huge",
        "larger than the limit of DISK",
        archive -> {
          TarArchiveEntry zeros = new TarArchiveEntry("usr/zeros");
          zeros.setSize(200L << 20);
          archive.putArchiveEntry(zeros);
          for (int mebibyte = 0; mebibyte < 200; mebibyte++) {
            archive.write(new byte[1 << 20]);
          }
          archive.closeArchiveEntry();
        });
    assertThat(victim).hasContent("untouched");
  }

  @Test
  void an_image_of_another_processor_is_refused_and_leaves_nothing() {
    SandboxImage foreign = new SandboxImage("local", "host", List.of(), OTHER);
    assertThatThrownBy(() -> engine.create(SandboxSpec.of(foreign, "x")))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.ARCHITECTURE_MISMATCH);
              assertThat(e.reason()).contains(OTHER.word(), Architecture.own().word());
            });
    assertThat(leases.list()).isEmpty();
  }

  @Test
  void a_base_made_before_processors_were_named_is_this_machines() throws IOException {
    Path bases = home.resolve("sandboxes/bases");
    Files.createDirectory(bases.resolve("debian"));
    Files.createDirectory(bases.resolve("custom-0123456789ab-" + OTHER.word()));
    try (LocalSandboxes again =
        SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases)) {
      assertThat(again.capabilities().bases()).containsExactlyInAnyOrder("host", "debian");
    }
    assertThat(bases.resolve("debian-" + Architecture.own().word())).isDirectory();
  }

  private void refused(Path source, String reason) throws IOException {
    assertThatThrownBy(() -> engine.requireBase(source.toString()))
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
              assertThat(e.reason()).contains(source.toString(), reason, "/bin/sh and python3");
            });
    assertThat(engine.capabilities().bases()).containsExactly("host");
    try (Stream<Path> layers = Files.list(home.resolve("sandboxes/layers"))) {
      assertThat(layers).isEmpty();
    }
  }

  private interface Filling {
    void of(TarArchiveOutputStream archive) throws IOException;
  }

  private void hostile(String name, String reason, Filling filling) throws IOException {
    Path path = folder.resolve(name + ".tar");
    try (OutputStream out = Files.newOutputStream(path);
        TarArchiveOutputStream archive = new TarArchiveOutputStream(out)) {
      archive.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
      filling.of(archive);
      file(archive, "usr/bin/python3", "no program");
    }
    refused(path, reason);
  }

  private static void file(TarArchiveOutputStream archive, String name, String content)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, true);
    entry.setSize(content.length());
    archive.putArchiveEntry(entry);
    archive.write(content.getBytes(StandardCharsets.US_ASCII));
    archive.closeArchiveEntry();
  }

  private static void entry(TarArchiveOutputStream archive, String name, byte kind, String target)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name, kind);
    entry.setLinkName(target);
    archive.putArchiveEntry(entry);
    archive.closeArchiveEntry();
  }

  private String run(String base, String line) {
    try (Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of(base), "test"))) {
      CommandResult result = sandbox.run(Command.shell(line));
      return result.stdout().text();
    }
  }
}
