package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.LayerDigests;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Layers that something else than a sandbox changed.
class LayerCheckStoryTest {
  private final LayerDigests digests = LayerDigests.ofProcess();
  private Path home;
  private FileLeases leases;
  private LocalSandboxes engine;
  private SandboxImage image;
  private Path folder;

  @FunctionalInterface
  private interface Damage {
    void to(Path module) throws IOException;
  }

  @BeforeEach
  void open() throws IOException {
    home = TestHome.create("layers");
    leases = new FileLeases(home.resolve("leases"));
    engine = engine();
    Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of(SandboxImage.HOST), "test"));
    assertThat(
            sandbox
                .run(
                    Command.shell(
                        "mkdir -p /opt/x; echo 'ONE = 1' > /opt/x/module.py; touch /opt/x/old"))
                .succeeded())
        .isTrue();
    image = sandbox.freeze();
    assertThat(engine.changes(image)).isNotEmpty();
    folder = home.resolve("sandboxes/layers").resolve(image.layers().getFirst()).resolve("opt/x");
    if (Files.notExists(folder)) {
      folder =
          home.resolve("sandboxes/layers").resolve(image.layers().getFirst()).resolve("root/opt/x");
    }
  }

  @AfterEach
  void close() throws IOException {
    engine.close();
    leases.close();
    TestHome.assertNothingLeft(home);
  }

  private LocalSandboxes engine() {
    return SandboxEngines.local(
        LocalSettings.in(home.resolve("sandboxes")), leases, Optional.empty(), digests);
  }

  private String seen() {
    try (Sandbox sandbox = engine.create(SandboxSpec.of(image, "test"))) {
      return sandbox.run(Command.shell("cat /opt/x/module.py")).stdout().text();
    }
  }

  @Test
  void of_a_layer_in_which_anything_is_changed_no_sandbox_is_made_by_this_server_or_the_next_one()
      throws IOException {
    assertThat(seen()).isEqualTo("ONE = 1\n");
    Map<String, Damage> damages = new LinkedHashMap<>();
    damages.put("a byte", module -> write(module, "ONE = 2\n"));
    damages.put("a mode", module -> mode(module, "rwxr-xr-x"));
    damages.put("a new file", module -> write(module.resolveSibling("new"), ""));
    damages.put("a file less", module -> Files.delete(module.resolveSibling("old")));
    damages.put(
        "a link",
        module -> {
          Files.delete(module);
          Files.createSymbolicLink(module, Path.of("/opt/y"));
        });
    for (Map.Entry<String, Damage> each : damages.entrySet()) {
      each.getValue().to(folder.resolve("module.py"));
      refused(each.getKey(), this::seen);
      refused(each.getKey(), () -> engine.requireIntact(image));
      engine.close();
      engine = engine();
      refused(each.getKey(), this::seen);
      refused(each.getKey(), () -> engine.requireIntactInFull(image));
      mend();
      assertThat(seen()).as(each.getKey()).isEqualTo("ONE = 1\n");
    }
  }

  private void mend() throws IOException {
    Path module = folder.resolve("module.py");
    Files.deleteIfExists(module);
    write(module, "ONE = 1\n");
    mode(module, "rw-r--r--");
    Files.deleteIfExists(module.resolveSibling("new"));
    write(module.resolveSibling("old"), "");
    mode(module.resolveSibling("old"), "rw-r--r--");
  }

  private static void write(Path file, String text) throws IOException {
    boolean there = Files.exists(file);
    FileTime written = there ? Files.getLastModifiedTime(file) : FileTime.fromMillis(0);
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, written);
  }

  private static void mode(Path file, String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private static void refused(String damage, ThrowingCallable use) {
    assertThatThrownBy(use)
        .as(damage)
        .isInstanceOfSatisfying(
            AssayException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.STORED_FILES_DAMAGED))
        .hasMessageContaining("fault of the platform");
  }
}
