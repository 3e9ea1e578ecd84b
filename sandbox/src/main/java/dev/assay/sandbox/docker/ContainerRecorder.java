package dev.assay.sandbox.docker;

import dev.assay.sandbox.agent.HelperWords;
import dev.assay.sandbox.evidence.EvidenceBook;
import dev.assay.sandbox.evidence.Marks;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Mount;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The helper beside one container: its network is what this process lays, and everything that is
/// tried there is recorded. It is no process of the container, so nobody inside can reach it, and
/// it ends with this server.
final class ContainerRecorder implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 15;

  private final Path folder;
  private final Process process;
  private final EvidenceBook book = new EvidenceBook();
  private final Marks marks;
  private final CountDownLatch ready = new CountDownLatch(1);

  private final Runnable measured;

  private ContainerRecorder(Path folder, Process process, String marker, Runnable measured) {
    this.folder = folder;
    this.process = process;
    this.measured = measured;
    this.marks = new Marks(marker, book);
  }

  /// What is to be recorded.
  ///
  /// @param pid of the container's first process, which runs nothing of others yet
  /// @param container whose process it must be
  /// @param wayOut the program through which it may go out
  /// @param mounts as the container has them, those that are watched with a tree of its own
  /// @param fixed folders of the container that nobody inside can change
  /// @param executions whether the kernel distinguishes them from other uses of a file
  /// @param written folders with all that the container writes; empty if nobody asks how much it is
  record Subject(
      long pid,
      String container,
      Optional<Path> wayOut,
      List<Mount> mounts,
      List<String> fixed,
      boolean executions,
      List<Path> written) {
    private HelperWords words(String marker) throws IOException {
      HelperWords words = new HelperWords();
      words.add("marker", marker);
      if (wayOut.isPresent()) {
        words.wayOut(wayOut.get());
      }
      for (Mount mount : mounts) {
        words.add(
            "mount",
            mount.source().toString(),
            mount.target(),
            switch (mount.access()) {
              case READ_ONLY -> "ro";
              case READ_WRITE -> "rw";
              case WATCHED -> "watch";
            });
      }
      fixed.forEach(folder -> words.add("fixed", folder));
      words.add("executions", executions ? "1" : "0", "poll", written.isEmpty() ? "0" : "1");
      written.forEach(place -> words.add("own", place.toString()));
      return words;
    }
  }

  /// @param folder of its own, which is removed with what is left of the container
  /// @param measured is called whenever it is known how much the container wrote
  static ContainerRecorder start(Path helper, Path folder, Subject subject, Runnable measured) {
    requireProcess(subject.pid(), subject.container());
    String marker = Marks.freshMarker();
    try {
      HelperWords words = subject.words(marker);
      ProcessBuilder builder =
          new ProcessBuilder(helper.toString(), "sink", Long.toString(subject.pid()))
              .directory(folder.toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD);
      builder.environment().clear();
      ContainerRecorder recorder = new ContainerRecorder(folder, builder.start(), marker, measured);
      Thread.ofPlatform().daemon().name("container-evidence").start(recorder::read);
      recorder.process.getOutputStream().write(words.message());
      recorder.process.getOutputStream().flush();
      recorder.awaitReady();
      return recorder;
    } catch (IOException e) {
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The recorder cannot be started: " + e, e);
    }
  }

  /// A daemon in another process namespace counts differently: then the number is somebody else's.
  private static void requireProcess(long pid, String container) {
    try {
      if (pid > 1
          && Files.readString(Path.of("/proc", Long.toString(pid), "cgroup")).contains(container)) {
        return;
      }
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_UNAVAILABLE, "The container's process cannot be seen: " + e, e);
    }
    throw new SandboxFailure(
        ErrorCode.SANDBOX_UNAVAILABLE,
        "The daemon does not run where this server does, so its containers cannot be recorded. Use a daemon of this machine.");
  }

  private void awaitReady() {
    try {
      if (ready.await(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.isAlive()) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
    throw new SandboxFailure(
        ErrorCode.SANDBOX_FAILED, "The recorder did not start: " + marks.remarks());
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8), 4096)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals("ready")) {
          ready.countDown();
        } else {
          marks.take(line);
          if (line.startsWith("disk ")) {
            measured.run();
          }
        }
      }
    } catch (IOException e) {
      marks.remark("the recorder's lines ended: " + e);
    } finally {
      ready.countDown();
    }
  }

  Marks marks() {
    return marks;
  }

  EvidenceBook book() {
    return book;
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        Process _ = process.destroyForcibly();
      }
      Files.deleteIfExists(folder.resolve("net.sock"));
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      Process _ = process.destroyForcibly();
    } catch (InterruptedException e) {
      Process _ = process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
