package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A snapshot takes what a sandbox wrote and nothing else, whatever the sandbox does meanwhile.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SnapshotSafetyStoryTest {
  private TestEngine engine;

  @BeforeAll
  void start() throws IOException {
    engine = TestEngine.in("snapshot");
  }

  @AfterAll
  void stop() throws IOException {
    engine.close();
  }

  private Sandbox sandbox(SandboxImage image) {
    return engine.sandboxes().create(SandboxSpec.of(image, "snapshot"));
  }

  private static Optional<SandboxImage> snapshot(Sandbox sandbox) {
    try {
      return Optional.of(sandbox.snapshot());
    } catch (SandboxFailure e) {
      assertThat(e.reason()).containsAnyOf("do not stand still", "own copy");
      return Optional.empty();
    }
  }

  @Test
  void folders_that_become_links_during_a_snapshot_bring_no_file_of_the_host_into_the_layer()
      throws IOException {
    Path secret = Files.createDirectory(engine.home().resolve("scratch/outside"));
    Files.writeString(secret.resolve("password"), "hunter2");
    String restless =
        "for i in 1 2 3 4 5 6 7 8; do (while :; do kill -CONT -1; done) 2>/dev/null & done;"
            + " mkdir -p /workspace/a/x; cd /workspace; ln -s "
            + secret
            + " b; while :; do mv -T --exchange a b 2>/dev/null"
            + " || { mv -T a c; mv -T b a; mv -T a b; mv -T c a; }; done";
    try (Sandbox sandbox = sandbox(SandboxImage.of("host"))) {
      RunningCommand swapping =
          sandbox.start(Command.of("bash", "-c", restless), OutputListener.silent());
      for (int tries = 0; tries < 3; tries++) {
        Optional<SandboxImage> image = snapshot(sandbox);
        if (image.isPresent()) {
          NativeProgram.Answer found =
              NativeProgram.ask(
                  List.of(
                      "grep",
                      "-rl",
                      "hunter2",
                      engine.home().resolve("sandboxes/layers").toString()));
          assertThat(found.lines()).isEmpty();
        }
      }
      swapping.kill();
    }
  }

  @Test
  void all_stand_still_during_a_snapshot_even_if_somebody_wakes_them() {
    try (Sandbox sandbox = sandbox(SandboxImage.of("host"))) {
      RunningCommand counting =
          sandbox.start(
              Command.of(
                  "bash",
                  "-c",
                  "(while :; do kill -CONT -1; done) & cd /workspace; i=0;"
                      + " while :; do i=$((i+1)); echo $i > one; echo $i > two; done"),
              OutputListener.silent());
      Optional<SandboxImage> image = snapshot(sandbox);
      counting.kill();
      if (ControlGroups.detect().find("any").freezer().isPresent()) {
        assertThat(image).describedAs("the kernel wakes nobody").isPresent();
      }
      image.ifPresent(
          taken -> {
            try (Sandbox fork = sandbox(taken)) {
              assertThat(fork.run(Command.of("true")).succeeded()).isTrue();
            }
          });
      assertThat(sandbox.run(Command.of("true")).succeeded()).isTrue();
    }
  }

  @Test
  void a_deep_tree_is_snapshotted_and_removed() {
    try (Sandbox sandbox = sandbox(SandboxImage.of("host"))) {
      sandbox.run(
          Command.of(
              "perl",
              "-e",
              "chdir '/workspace'; for (1 .. 1500) { mkdir 'd'; chdir 'd' or die }"
                  + " open F, '>bottom'; print F 'reached'"));
      try (Sandbox fork = sandbox(sandbox.snapshot())) {
        assertThat(
                fork.run(
                        Command.of(
                            "perl",
                            "-e",
                            "chdir '/workspace'; for (1 .. 1500) { chdir 'd' or die } print `cat bottom`"))
                    .stdout()
                    .text())
            .isEqualTo("reached");
      }
    }
  }

  @Test
  void no_set_id_bit_can_be_put_on_a_file_of_a_folder_shared_for_writing() throws IOException {
    Path shared = Files.createDirectory(engine.home().resolve("scratch/shared"));
    SandboxSpec spec =
        SandboxSpec.of(SandboxImage.of("host"), "snapshot")
            .withMount(new Mount(shared, "/shared", Mount.Access.READ_WRITE));
    try (Sandbox sandbox = engine.sandboxes().create(spec)) {
      CommandResult result =
          sandbox.run(
              Command.of(
                  "bash",
                  "-c",
                  "cd /shared; cp /bin/true a; chmod 4755 a; chmod 2755 a; chmod 755 a && echo plain;"
                      + " install -m 4755 /bin/true b; mkdir c; chmod g+s c;"
                      + " for n in 1 2 3 4 5 6 7 8; do perl -e 'use Fcntl;"
                      + " sysopen(F, \"d\", O_CREAT|O_RDWR, 04755); mkdir \"e\", 02755'; done"));
      assertThat(result.stdout().text()).isEqualTo("plain\n");
    }
    assertThat(shared.resolve("a")).exists();
    try (Stream<Path> all = Files.walk(shared)) {
      assertThat(all.filter(SnapshotSafetyStoryTest::hasSetIdBit)).isEmpty();
    }
  }

  private static boolean hasSetIdBit(Path path) {
    try {
      return ((Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 06000)
          != 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void the_storage_is_closed_to_other_users_of_the_machine() throws IOException {
    for (String folder : List.of("bases", "layers", "live", "watched")) {
      assertThat(Files.getPosixFilePermissions(engine.home().resolve("sandboxes").resolve(folder)))
          .describedAs(folder)
          .hasSize(3);
    }
  }
}
