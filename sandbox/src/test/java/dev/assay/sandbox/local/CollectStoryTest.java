package dev.assay.sandbox.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Nothing that is in use, or on its way to be, is ever collected; everything else is.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CollectStoryTest {
  private TestEngine engine;

  @BeforeAll
  void start() throws IOException {
    engine = TestEngine.in("collect");
  }

  @AfterAll
  void stop() throws IOException {
    engine.close();
  }

  private Sandbox sandbox(SandboxImage image) {
    return engine.sandboxes().create(SandboxSpec.of(image, "collect"));
  }

  private SandboxImage layer(SandboxImage below, String name) {
    Sandbox sandbox = sandbox(below);
    sandbox.run(Command.shell("mkdir " + name + "; cp -r /usr/share/perl5 " + name));
    return sandbox.freeze();
  }

  private static Instant afterEverything() {
    return Instant.now().plus(Duration.ofHours(1));
  }

  @Test
  void nothing_on_its_way_is_collected_under_anybody() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    SandboxImage image = layer(layer(SandboxImage.of("host"), "one"), "two");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Sandbox holder = sandbox(image)) {
      // The layers below are named by nobody but the living and those who work on them.
      CompletableFuture<Void> collecting =
          CompletableFuture.runAsync(
              () -> {
                while (!done.get()) {
                  engine.sandboxes().collect(List.of(), afterEverything());
                }
              },
              threads);
      try {
        for (int round = 0; round < 5; round++) {
          try (Sandbox fork = sandbox(image)) {
            assertThat(fork.run(Command.shell("ls one two")).succeeded()).isTrue();
            assertThat(fork.snapshot().layers()).startsWith(image.layers().toArray(String[]::new));
          }
          assertThat(engine.sandboxes().squash(image).layers()).hasSize(1);
        }
        assertThat(holder.run(Command.shell("ls one/perl5 two/perl5")).succeeded()).isTrue();
      } finally {
        done.set(true);
      }
      collecting.join();
    }
    engine.sandboxes().collect(List.of(), afterEverything());
    try (Stream<Path> left = Files.list(engine.home().resolve("sandboxes/layers"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void a_fork_that_is_being_made_has_its_layers_or_is_refused() {
    for (int round = 0; round < 10; round++) {
      SandboxImage image = layer(SandboxImage.of("host"), "one");
      CompletableFuture<Integer> collecting =
          CompletableFuture.supplyAsync(
              () -> engine.sandboxes().collect(List.of(), afterEverything()));
      try (Sandbox fork = sandbox(image)) {
        assertThat(fork.run(Command.shell("diff -r /usr/share/perl5 one/perl5")).succeeded())
            .isTrue();
        collecting.join();
        assertThat(fork.run(Command.shell("diff -r /usr/share/perl5 one/perl5")).succeeded())
            .isTrue();
      } catch (SandboxFailure e) {
        assertThat(e.reason()).contains("is not in this machine's storage");
        collecting.join();
      }
    }
    assertThat(engine.leases().list()).isEmpty();
    engine.sandboxes().collect(List.of(), afterEverything());
  }

  @Test
  void a_layer_of_a_living_sandbox_of_another_process_s_engine_stays() throws IOException {
    SandboxImage image = layer(SandboxImage.of("host"), "shared");
    try (FileLeases otherLeases = new FileLeases(engine.home().resolve("other-leases"));
        LocalSandboxes other =
            SandboxEngines.local(
                LocalSettings.in(engine.home().resolve("sandboxes")), otherLeases)) {
      try (Sandbox fork = other.create(SandboxSpec.of(image, "other"))) {
        engine.sandboxes().collect(List.of(), afterEverything());
        assertThat(fork.run(Command.shell("ls shared/perl5")).succeeded()).isTrue();
        try (Sandbox again = sandbox(image)) {
          assertThat(again.run(Command.of("true")).succeeded()).isTrue();
        }
      }
    }
    assertThat(engine.sandboxes().collect(List.of(image), afterEverything())).isZero();
    assertThat(engine.sandboxes().collect(List.of(), Instant.now().minusSeconds(600))).isZero();
    assertThat(engine.sandboxes().collect(List.of(), afterEverything())).isEqualTo(1);
    assertThatThrownBy(() -> sandbox(image)).isInstanceOf(SandboxFailure.class);
    assertThat(engine.leases().list()).isEmpty();
  }

  @Test
  void a_snapshot_of_a_sandbox_that_ends_meanwhile_is_no_image() throws Exception {
    for (int round = 0; round < 3; round++) {
      Sandbox sandbox = sandbox(SandboxImage.of("host"));
      sandbox.run(Command.shell("for i in $(seq 8); do cp -r /usr/share/perl5 p$i; done"));
      CompletableFuture<SandboxImage> taking = CompletableFuture.supplyAsync(sandbox::snapshot);
      Path layers = engine.home().resolve("sandboxes/layers");
      while (!taking.isDone() && isEmpty(layers)) {
        Thread.onSpinWait();
      }
      sandbox.destroy();
      SandboxImage image = taking.handle((taken, failed) -> taken).join();
      if (image != null) {
        try (Sandbox fork = sandbox(image)) {
          assertThat(fork.run(Command.shell("diff -r /usr/share/perl5 p8")).succeeded()).isTrue();
        }
      }
      engine.sandboxes().collect(List.of(), afterEverything());
      assertThat(isEmpty(layers)).isTrue();
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  @Test
  void a_freeze_that_fails_leaves_no_sandbox_behind() {
    Sandbox sandbox = sandbox(SandboxImage.of("host"));
    sandbox.start(Command.of("sleep", "4745"), OutputListener.silent());
    NativeProgram.ask(
        List.of(
            "rm",
            "-rf",
            engine.home().resolve("sandboxes/live/" + sandbox.id() + "/upper").toString()));
    assertThatThrownBy(sandbox::freeze).isInstanceOf(SandboxFailure.class);
    assertThat(engine.leases().list()).isEmpty();
    assertThat(engine.home().resolve("sandboxes/live/" + sandbox.id())).doesNotExist();
  }
}
