package dev.assay.bench;

import dev.assay.sandbox.FileLeases;
import dev.assay.sandbox.SandboxEngines;
import dev.assay.sandbox.settings.LocalSandboxes;
import dev.assay.sandbox.settings.LocalSettings;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/// Assay's own engine, with everything a skill gets: blocked network with recorder, proof of being
/// offline, limits, a writable file system.
final class LocalPeer implements Peer {
  private final FileLeases leases;
  private final LocalSandboxes engine;
  private final Sandbox living;
  private final SandboxImage image;

  LocalPeer(Path home, String treeScript) {
    leases = new FileLeases(home.resolve("leases"));
    engine = SandboxEngines.local(LocalSettings.in(home.resolve("sandboxes")), leases);
    living = engine.create(spec(SandboxImage.of("host")));
    living.run(Command.shell(treeScript));
    image = living.snapshot();
  }

  private static SandboxSpec spec(SandboxImage from) {
    return SandboxSpec.of(from, "bench");
  }

  @Override
  public String name() {
    return "assay";
  }

  @Override
  public long firstOutputNanos() {
    return firstOutput(SandboxImage.of("host"));
  }

  private long firstOutput(SandboxImage from) {
    AtomicLong firstOutput = new AtomicLong();
    long start = System.nanoTime();
    try (Sandbox sandbox = engine.create(spec(from))) {
      OutputListener listener =
          new OutputListener() {
            @Override
            public void stdout(byte[] bytes) {
              firstOutput.compareAndSet(0, System.nanoTime() - start);
            }

            @Override
            public void stderr(byte[] bytes) {}
          };
      if (!sandbox.start(Command.of("echo", "hi"), listener).await().succeeded()) {
        throw new IllegalStateException("echo failed");
      }
    }
    return firstOutput.get();
  }

  @Override
  public Optional<Long> execNanos() {
    long start = System.nanoTime();
    if (!living.run(Command.of("true")).succeeded()) {
      throw new IllegalStateException("true failed");
    }
    return Optional.of(System.nanoTime() - start);
  }

  @Override
  public Optional<Long> snapshotNanos() {
    long start = System.nanoTime();
    SandboxImage _ = living.snapshot();
    return Optional.of(System.nanoTime() - start);
  }

  @Override
  public Optional<Long> forkNanos() {
    return Optional.of(firstOutput(image));
  }

  @Override
  public Optional<Crowd> crowd(int count) {
    List<Sandbox> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
      long before = Programs.availableMemory();
      long start = System.nanoTime();
      List<Future<Sandbox>> coming = new ArrayList<>();
      for (int number = 0; number < count; number++) {
        coming.add(threads.submit(() -> engine.create(spec(SandboxImage.of("host")))));
      }
      for (Future<Sandbox> one : coming) {
        all.add(one.get());
      }
      long took = System.nanoTime() - start;
      long each = (before - Programs.availableMemory()) / count;
      List<Future<?>> going = new ArrayList<>();
      all.forEach(sandbox -> going.add(threads.submit(sandbox::destroy)));
      for (Future<?> one : going) {
        one.get();
      }
      return Optional.of(new Crowd(took, each));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    engine.close();
    leases.close();
  }
}
