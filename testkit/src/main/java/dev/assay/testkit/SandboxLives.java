package dev.assay.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.Mount.Access;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.RunningCommand;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxRef;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Tests of a sandbox's life, from creation through snapshots, mounts and evidence to the end.
interface SandboxLives extends SandboxFixture {
  /// Listens on the port in its argument and sends back every line.
  String ECHO_SERVER =
      "perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(LocalAddr => \"127.0.0.1\", LocalPort => $ARGV[0], Listen => 5, ReuseAddr => 1) or die;"
          + " while ($c = $s->accept) { $c->autoflush(1); while (<$c>) { print $c $_ } }'";

  @Test
  default void each_sandbox_has_its_own_files_and_processes() {
    try (Sandbox one = sandbox();
        Sandbox two = sandbox()) {
      shell(one, "echo mine > note; sleep 4720 & true");
      assertThat(two.files().stat("note")).isEmpty();
      assertThat(shell(two, "cat /proc/[0-9]*/cmdline | tr '\\0' ' '"))
          .doesNotContain("sleep 4720");
    }
  }

  @Test
  @Essential
  default void destroying_twice_does_nothing_and_everything_after_it_says_gone() {
    Sandbox sandbox = sandbox();
    sandbox.destroy();
    sandbox.destroy();
    List<Runnable> uses =
        new ArrayList<>(
            List.of(() -> sandbox.run(Command.of("true")), () -> sandbox.files().readText("x")));
    Map<Feature, Runnable> parts = SandboxClaims.parts(sandbox);
    parts.forEach(
        (feature, use) -> {
          if (engine().capabilities().has(feature)) {
            uses.add(use);
          }
        });
    for (Runnable use : uses) {
      assertThat(catchThrowableOfType(SandboxFailure.class, use::run).code())
          .isEqualTo(ErrorCode.SANDBOX_GONE);
    }
  }

  @Test
  default void destroying_while_a_command_runs_is_a_failure_of_the_platform_not_a_result() {
    Sandbox sandbox = sandbox();
    RunningCommand running = sandbox.start(Command.of("sleep", "60"), OutputListener.silent());
    sandbox.destroy();
    assertThat(catchThrowableOfType(SandboxFailure.class, running::await).code())
        .isEqualTo(ErrorCode.SANDBOX_GONE);
  }

  @Test
  @Essential
  default void a_fork_sees_the_snapshot_and_neither_sees_the_other_s_later_changes() {
    requires(Feature.SNAPSHOT);
    try (Sandbox origin = sandbox()) {
      shell(
          origin, "mkdir box; echo one > box/a; echo two > box/b; chmod 700 box; ln -s a box/link");
      SandboxImage image = origin.snapshot();
      shell(origin, "echo later > box/a");
      try (Sandbox fork = engine().create(SandboxSpec.of(image, "fork"));
          Sandbox twin = engine().create(SandboxSpec.of(image, "twin"))) {
        assertThat(shell(fork, "cat box/a box/link; stat -c %a box")).isEqualTo("one\none\n700");
        shell(fork, "rm box/b; echo fork > box/a");
        assertThat(shell(twin, "cat box/a box/b")).isEqualTo("one\ntwo");
        assertThat(shell(origin, "cat box/a box/b")).isEqualTo("later\ntwo");
      }
    }
  }

  @Test
  default void what_was_deleted_stays_deleted_through_layers() {
    requires(Feature.SNAPSHOT);
    SandboxImage image;
    try (Sandbox first = sandbox()) {
      shell(first, "mkdir gone kept; touch gone/a kept/b");
      image = first.freeze();
    }
    try (Sandbox second = engine().create(SandboxSpec.of(image, "second"))) {
      shell(second, "rm -r gone; rm kept/b");
      image = second.freeze();
    }
    try (Sandbox third = engine().create(SandboxSpec.of(image, "third"))) {
      assertThat(third.files().stat("gone")).isEmpty();
      assertThat(third.files().list("kept")).isEmpty();
    }
  }

  @Test
  default void a_sandbox_goes_on_after_its_snapshot() {
    requires(Feature.SNAPSHOT);
    try (Sandbox sandbox = sandbox()) {
      RunningCommand counting =
          sandbox.start(
              Command.shell(
                  "i=0; while [ $i -lt 40 ]; do i=$((i+1)); echo $i >> count; sleep 0.02; done"),
              OutputListener.silent());
      sandbox.snapshot();
      assertThat(counting.await().succeeded()).isTrue();
      assertThat(shell(sandbox, "tail -n1 count")).isEqualTo("40");
    }
  }

  @Test
  default void freezing_ends_the_sandbox_and_keeps_its_state() {
    requires(Feature.SNAPSHOT);
    Sandbox sandbox = sandbox();
    shell(sandbox, "echo frozen > state");
    SandboxImage image = sandbox.freeze();
    assertThat(
            catchThrowableOfType(SandboxFailure.class, () -> sandbox.run(Command.of("true")))
                .code())
        .isEqualTo(ErrorCode.SANDBOX_GONE);
    sandbox.destroy();
    try (Sandbox fork = engine().create(SandboxSpec.of(image, "fork"))) {
      assertThat(shell(fork, "cat state")).isEqualTo("frozen");
    }
  }

  @Test
  default void many_layers_stack_and_squash_to_the_same_content() {
    requires(Feature.SNAPSHOT);
    SandboxImage image = image();
    for (int number = 0; number < 6; number++) {
      try (Sandbox sandbox = engine().create(SandboxSpec.of(image, "layer"))) {
        shell(
            sandbox,
            "echo "
                + number
                + " > n"
                + number
                + "; echo "
                + number
                + " > last; rm -rf d; mkdir d; touch d/"
                + number
                + (number == 4 ? "; rm n2" : ""));
        image = sandbox.freeze();
      }
    }
    SandboxImage flat = engine().squash(image);
    assertThat(flat.layers()).hasSizeLessThan(image.layers().size());
    List<String> seen = new ArrayList<>();
    for (SandboxImage one : List.of(image, flat)) {
      try (Sandbox sandbox = engine().create(SandboxSpec.of(one, "look"))) {
        seen.add(shell(sandbox, "ls; cat last; ls d; ls /opt"));
      }
    }
    assertThat(seen.get(0)).contains("n0", "n5").doesNotContain("n2").isEqualTo(seen.get(1));
  }

  @Test
  default void garbage_is_collected_only_when_nothing_refers_to_it() {
    requires(Feature.SNAPSHOT);
    SandboxImage kept;
    SandboxImage dropped;
    try (Sandbox sandbox = sandbox()) {
      shell(sandbox, "echo k > k");
      kept = sandbox.snapshot();
      dropped = sandbox.snapshot();
    }
    engine().collect(List.of(kept, dropped), Instant.EPOCH);
    engine().create(SandboxSpec.of(dropped, "still there")).destroy();
    assertThat(engine().collect(List.of(kept), Instant.now().plusSeconds(60))).isPositive();
    engine().create(SandboxSpec.of(kept, "kept")).destroy();
    assertThat(
            catchThrowableOfType(
                AssayException.class, () -> engine().create(SandboxSpec.of(dropped, "gone"))))
        .isNotNull();
  }

  @Test
  @Essential
  default void a_read_only_mount_is_seen_and_cannot_be_changed() throws IOException {
    requires(Feature.HOST_FOLDERS);
    Path folder = Files.createTempDirectory(scratch(), "ro");
    Files.writeString(folder.resolve("file"), "theirs");
    try (Sandbox sandbox =
        engine().create(spec().withMount(new Mount(folder, "/data/in", Access.READ_ONLY)))) {
      assertThat(shell(sandbox, "cat /data/in/file")).isEqualTo("theirs");
      assertThat(
              sandbox
                  .run(
                      Command.shell(
                          "echo x > /data/in/file || rm /data/in/file || touch /data/in/new"))
                  .succeeded())
          .isFalse();
    }
    assertThat(folder.resolve("file")).hasContent("theirs");
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  default void a_writable_mount_brings_files_out_that_the_host_can_use() throws IOException {
    requires(Feature.HOST_FOLDERS);
    Path folder = Files.createTempDirectory(scratch(), "rw");
    try (Sandbox sandbox =
        engine().create(spec().withMount(new Mount(folder, "/data/out", Access.READ_WRITE)))) {
      shell(sandbox, "mkdir /data/out/sub && echo made > /data/out/sub/file");
    }
    assertThat(folder.resolve("sub/file")).hasContent("made\n");
    assertThat(Files.getOwner(folder.resolve("sub/file"))).isEqualTo(Files.getOwner(folder));
    Files.delete(folder.resolve("sub/file"));
  }

  @Test
  default void a_mount_whose_source_is_missing_is_a_failure_that_names_it() {
    requires(Feature.HOST_FOLDERS);
    Path nothing = scratch().resolve("not-there");
    AssayException failure =
        catchThrowableOfType(
            AssayException.class,
            () -> engine().create(spec().withMount(new Mount(nothing, "/x", Access.READ_ONLY))));
    assertThat(failure.reason()).contains("not-there");
  }

  @Test
  default void a_link_on_the_way_to_a_mount_is_not_followed() throws IOException {
    requires(Feature.HOST_FOLDERS);
    Path folder = Files.createTempDirectory(scratch(), "real");
    Files.createDirectories(folder.resolve("sub"));
    Path link = Files.createSymbolicLink(scratch().resolve("link-" + folder.getFileName()), folder);
    for (Path source : List.of(link, link.resolve("sub"))) {
      AssayException failure =
          catchThrowableOfType(
              AssayException.class,
              () -> engine().create(spec().withMount(new Mount(source, "/x", Access.READ_ONLY))));
      assertThat(failure).describedAs("%s", source).isNotNull();
      assertThat(failure.reason()).contains("link");
    }
    try (Sandbox sandbox =
        engine().create(spec().withMount(Mount.resolved(link, "/x", Access.READ_ONLY)))) {
      assertThat(shell(sandbox, "ls /x")).isEqualTo("sub");
    }
  }

  @Test
  default void what_is_opened_in_a_watched_mount_is_told_and_nothing_else() throws IOException {
    Path skills = Files.createTempDirectory(scratch(), "skills");
    for (String name : List.of("alpha", "beta")) {
      Files.createDirectories(skills.resolve(name).resolve("scripts"));
      Files.writeString(skills.resolve(name).resolve("SKILL.md"), name);
      Files.writeString(skills.resolve(name).resolve("scripts/run.sh"), "#!/bin/sh\necho ran\n");
      assertThat(skills.resolve(name).resolve("scripts/run.sh").toFile().setExecutable(true, false))
          .isTrue();
    }
    SandboxSpec spec = spec().withMount(new Mount(skills, "/workspace/skills", Access.WATCHED));
    try (Sandbox sandbox = grantedSandbox(spec);
        Sandbox other = grantedSandbox(spec)) {
      shell(sandbox, "ls -R /workspace/skills >/dev/null");
      assertThat(sandbox.access().opened()).isEmpty();
      shell(sandbox, "cd /; cat skills/alpha/SKILL.md; /workspace/skills/beta/scripts/run.sh");
      shell(other, "cat /workspace/skills/beta/SKILL.md");
      assertThat(sandbox.access().opened())
          .containsExactly(
              "/workspace/skills/alpha/SKILL.md", "/workspace/skills/beta/scripts/run.sh");
      assertThat(other.access().opened()).containsExactly("/workspace/skills/beta/SKILL.md");
      assertThat(
              sandbox.run(Command.shell("echo x >> /workspace/skills/alpha/SKILL.md")).succeeded())
          .isFalse();
      assertThat(sandbox.access().events())
          .allSatisfy(event -> assertThat(event.when()).isAfter(Instant.now().minusSeconds(600)));
    }
  }

  @Test
  default void metrics_tell_what_was_used() {
    requires(Feature.METRICS);
    try (Sandbox sandbox = sandbox()) {
      shell(
          sandbox,
          "head -c 20000000 /dev/urandom > f; sync f; perl -e '$x = \"a\" x (50 * 1024 * 1024)'");
      await()
          .untilAsserted(
              () ->
                  assertThat(sandbox.metrics().diskUsed())
                      .satisfiesAnyOf(
                          unknown -> assertThat(unknown).isNull(),
                          used -> assertThat(used).isGreaterThan(15_000_000)));
      Metrics metrics = sandbox.metrics();
      assertThat(metrics.cpu()).isPositive();
      assertThat(metrics.peakMemory()).isGreaterThan(40_000_000);
      assertThat(metrics.diskWritten())
          .as("null where it is not known, never 0")
          .satisfiesAnyOf(
              unknown -> assertThat(unknown).isNull(),
              written -> assertThat(written).isGreaterThan(10_000_000));
    }
  }

  @Test
  default void sandboxes_can_be_made_side_by_side() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<String>> answers = new ArrayList<>();
      for (int number = 0; number < 20; number++) {
        String word = "n" + number;
        answers.add(
            threads.submit(
                () -> {
                  try (Sandbox sandbox = sandbox()) {
                    return shell(sandbox, "echo " + word + " > f; cat f");
                  }
                }));
      }
      for (int number = 0; number < 20; number++) {
        assertThat(answers.get(number).get()).isEqualTo("n" + number);
      }
    }
  }

  @Test
  default void an_unknown_base_is_refused_with_the_known_ones() {
    AssayException refusal =
        catchThrowableOfType(
            AssayException.class,
            () ->
                engine()
                    .create(SandboxSpec.of(SandboxImage.of(engine().name(), "no-such-base"), "x")));
    assertThat(refusal.code()).isEqualTo(ErrorCode.SANDBOX_UNSUPPORTED);
    assertThat(refusal.reason()).contains(image().base());
  }

  @Test
  @Essential
  default void an_image_of_another_engine_is_refused() {
    SandboxImage foreign = SandboxImage.of("another-engine", image().base());
    AssayException refusal =
        catchThrowableOfType(
            AssayException.class, () -> engine().create(SandboxSpec.of(foreign, "x")));
    assertThat(refusal.code()).isEqualTo(ErrorCode.SANDBOX_UNSUPPORTED);
    assertThat(refusal.reason()).contains("another-engine", engine().name());
  }

  @Test
  @Essential
  default void a_sandbox_is_found_by_its_label_and_removed_by_anybody_who_found_it() {
    String word = UUID.randomUUID().toString();
    Sandbox sandbox = engine().create(spec().withLabel("contract", word));
    List<SandboxRef> found = engine().list(Map.of("contract", word));
    assertThat(found).extracting(SandboxRef::id).containsExactly(sandbox.id());
    engine().remove(found.getFirst());
    assertThat(engine().list(Map.of("contract", word))).isEmpty();
    assertThat(
            catchThrowableOfType(SandboxFailure.class, () -> sandbox.run(Command.of("true")))
                .code())
        .isEqualTo(ErrorCode.SANDBOX_GONE);
    engine().remove(found.getFirst());
  }

  @Test
  default void an_image_with_a_missing_layer_is_refused() {
    SandboxImage broken = image().plus("0123456789abcdef");
    assertThat(
            catchThrowableOfType(
                    AssayException.class, () -> engine().create(SandboxSpec.of(broken, "x")))
                .reason())
        .contains("0123456789abcdef");
    SandboxImage nasty = image().plus("../../etc");
    assertThat(
            catchThrowableOfType(
                AssayException.class, () -> engine().create(SandboxSpec.of(nasty, "x"))))
        .isNotNull();
  }
}
