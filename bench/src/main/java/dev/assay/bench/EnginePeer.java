package dev.assay.bench;

import dev.assay.skill.sandbox.Capabilities.Feature;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.OutputListener;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/// A peer with one of Assay's engines and its whole isolation: a blocked network that was proved to
/// be offline, with a recorder where the engine has one, and a writable file system.
final class EnginePeer implements Peer {
  private final String name;
  private final SandboxEngine engine;
  private final SandboxImage base;
  private final Runnable end;
  private final Sandbox living;
  private final Optional<SandboxImage> tree;

  /// @param end called when the engine is closed
  EnginePeer(String name, SandboxEngine engine, String treeScript, Runnable end) {
    this.name = name;
    this.engine = engine;
    this.end = end;
    base = SandboxImage.of(engine.name(), engine.requireBase(SandboxImage.HOST));
    living = engine.create(spec(base));
    if (!living.run(Command.shell(treeScript)).succeeded()) {
      throw new IllegalStateException("The tree cannot be written in a sandbox of " + name);
    }
    tree = snapshots() ? Optional.of(living.snapshot()) : Optional.empty();
  }

  private boolean snapshots() {
    return engine.capabilities().has(Feature.SNAPSHOT);
  }

  private static SandboxSpec spec(SandboxImage from) {
    return SandboxSpec.of(from, "bench");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long firstOutputNanos() {
    return firstOutput(base);
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
    if (!snapshots()) {
      return Optional.empty();
    }
    long start = System.nanoTime();
    SandboxImage _ = living.snapshot();
    return Optional.of(System.nanoTime() - start);
  }

  @Override
  public Optional<Long> forkNanos() {
    return tree.map(this::firstOutput);
  }

  @Override
  public Optional<Crowd> crowd(int count) {
    List<Sandbox> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
      long before = Programs.availableMemory();
      long start = System.nanoTime();
      List<Future<Sandbox>> coming = new ArrayList<>();
      for (int number = 0; number < count; number++) {
        coming.add(threads.submit(() -> engine.create(spec(base))));
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
    end.run();
  }
}
