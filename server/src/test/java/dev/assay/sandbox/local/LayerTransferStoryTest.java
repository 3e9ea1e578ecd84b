package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.TestDatabase;
import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import dev.assay.storage.DirectoryBlobStore;
import dev.assay.storage.StoredLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/// Two engines with homes of their own, one database and one storage: what one froze, the other
/// starts from.
class LayerTransferStoryTest {
  private static final String FIRST =
      "mkdir /srv/replaced && echo old > /srv/replaced/old && echo text > /srv/removed";
  private static final String CHANGES =
      """
      mkdir /opt/runtime/tool && echo one > /opt/runtime/tool/file
      ln /opt/runtime/tool/file /opt/runtime/tool/twin && ln -s file /opt/runtime/tool/link
      chmod 750 /opt/runtime/tool && rm /srv/removed && rm -r /srv/replaced
      mkdir /srv/replaced && echo new > /srv/replaced/only
      """;
  private static final String LOOK =
      """
      cd /opt/runtime/tool && cat file twin link && stat -c '%a %h' file && stat -c %a .
      ls /srv /srv/replaced
      """;

  @TempDir private Path folder;
  private final JdbcClient jdbc = new TestDatabase().jdbc();
  private One here;
  private One there;

  private record One(Path home, FileLeases leases, LocalSandboxes engine) {}

  @BeforeEach
  void open() throws IOException {
    here = engine("layers-here");
    there = engine("layers-there");
  }

  @AfterEach
  void close() throws IOException {
    for (One one : List.of(here, there)) {
      one.engine().close();
      one.leases().close();
      TestHome.assertNothingLeft(one.home());
    }
  }

  private One engine(String name) throws IOException {
    Path home = TestHome.create(name);
    FileLeases leases = new FileLeases(home.resolve("leases"));
    return new One(
        home,
        leases,
        SandboxEngines.local(
            LocalSettings.in(home.resolve("sandboxes")),
            leases,
            new StoredLayers(
                jdbc,
                new DirectoryBlobStore(folder.resolve("blobs")),
                home.resolve("work"),
                Clock.systemUTC())));
  }

  private static SandboxImage frozen(LocalSandboxes engine, SandboxImage image, String script) {
    Sandbox sandbox = engine.create(SandboxSpec.of(image, "test"));
    assertThat(sandbox.run(Command.shell(script)).succeeded()).isTrue();
    return sandbox.freeze();
  }

  private static String seen(LocalSandboxes engine, SandboxImage image, String script) {
    try (Sandbox sandbox = engine.create(SandboxSpec.of(image, "test"))) {
      return sandbox.run(Command.shell(script)).stdout().text();
    }
  }

  @Test
  void what_one_server_froze_another_starts_from_with_every_trait() {
    SandboxImage first = frozen(here.engine(), SandboxImage.of(SandboxImage.HOST), FIRST);
    SandboxImage image = frozen(here.engine(), first, CHANGES);
    String expected = seen(here.engine(), image, LOOK);
    assertThat(expected)
        .contains("one\none\none\n", " 2\n750\n", "only")
        .doesNotContain("removed", "old");

    assertThat(seen(there.engine(), image, LOOK)).isEqualTo(expected);
    assertThat(there.engine().changes(image)).isEqualTo(here.engine().changes(image));
    SandboxImage more = frozen(there.engine(), image, "rm -r /opt/runtime/tool");
    SandboxImage one = there.engine().squash(more);
    assertThat(seen(here.engine(), one, "ls /opt/runtime; ls /srv/replaced")).isEqualTo("only\n");
  }

  @Test
  void a_file_of_holes_takes_no_room_in_the_storage() throws IOException {
    SandboxImage image =
        frozen(
            here.engine(),
            SandboxImage.of(SandboxImage.HOST),
            "dd if=/dev/zero of=/srv/holes bs=1 count=1 seek=1G");
    assertThat(seen(there.engine(), image, "stat -c %s /srv/holes")).isEqualTo("1073741825\n");
    try (Stream<Path> all = Files.walk(folder.resolve("blobs"))) {
      assertThat(all.mapToLong(path -> path.toFile().length()).sum()).isLessThan(1_000_000);
    }
  }

  @Test
  void a_damaged_layer_is_refused_and_nothing_of_it_stays() throws IOException {
    SandboxImage image = frozen(here.engine(), SandboxImage.of(SandboxImage.HOST), FIRST);
    Path blob;
    try (Stream<Path> all = Files.walk(folder.resolve("blobs"))) {
      blob = all.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(blob);
    bytes[bytes.length / 2] ^= 1;
    Files.write(blob, bytes);

    assertThatThrownBy(() -> there.engine().create(SandboxSpec.of(image, "test")))
        .hasMessageContainingAll("layer", "damaged");
    try (Stream<Path> layers = Files.list(there.home().resolve("sandboxes/layers"))) {
      assertThat(layers).isEmpty();
    }
    assertThat(there.leases().list()).isEmpty();
  }

  @Test
  void a_layer_that_no_image_has_goes_from_the_storage_too() throws IOException {
    SandboxImage kept = frozen(here.engine(), SandboxImage.of(SandboxImage.HOST), "echo > /srv/a");
    SandboxImage gone = frozen(here.engine(), SandboxImage.of(SandboxImage.HOST), "echo > /srv/b");
    Instant later = Instant.now().plus(Duration.ofMinutes(1));
    assertThat(here.engine().collect(List.of(kept), later)).isEqualTo(1);
    assertThat(jdbc.sql("select name from stored_layer").query(String.class).list())
        .containsExactly("layer/" + kept.layers().getLast());
    assertThatThrownBy(() -> there.engine().create(SandboxSpec.of(gone, "test")))
        .hasMessageContaining("is not in this machine's storage");
    assertThat(seen(there.engine(), kept, "ls /srv")).isEqualTo("a\n");
  }

  @Test
  void layers_from_before_there_was_another_server_are_shared_when_asked() throws IOException {
    One alone;
    Path home = TestHome.create("layers-alone");
    FileLeases leases = new FileLeases(home.resolve("leases"));
    SandboxImage image;
    try (LocalSandboxes engine =
        SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases)) {
      image = frozen(engine, SandboxImage.of(SandboxImage.HOST), "echo > /srv/a");
    }
    alone =
        new One(
            home,
            leases,
            SandboxEngines.local(
                LocalSettings.in(home.resolve("sandboxes")),
                leases,
                new StoredLayers(
                    jdbc,
                    new DirectoryBlobStore(folder.resolve("blobs")),
                    home.resolve("work"),
                    Clock.systemUTC())));
    try {
      alone.engine().share(List.of(image));
      assertThat(seen(there.engine(), image, "ls /srv")).isEqualTo("a\n");
    } finally {
      alone.engine().close();
      leases.close();
    }
  }
}
