package dev.assay.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A peer with bubblewrap alone: namespaces and a read-only view of the host. No recorder, no
/// writable file system, no life beyond one command; a further command is a further sandbox.
final class BubblewrapPeer implements Peer {
  private static final List<String> WORDS =
      List.of(
          "bwrap",
          "--unshare-all",
          "--unshare-user",
          "--cap-drop",
          "ALL",
          "--ro-bind",
          "/",
          "/",
          "--proc",
          "/proc",
          "--dev",
          "/dev",
          "--tmpfs",
          "/tmp");

  private static String[] words(String... command) {
    return Stream.concat(WORDS.stream(), Stream.of(command)).toArray(String[]::new);
  }

  @Override
  public String name() {
    return "bwrap";
  }

  @Override
  public long firstOutputNanos() {
    return Programs.firstByteNanos(words("echo", "hi"));
  }

  @Override
  public Optional<Long> execNanos() {
    long start = System.nanoTime();
    Programs.run(words("true"));
    return Optional.of(System.nanoTime() - start);
  }

  @Override
  public Optional<Long> snapshotNanos() {
    return Optional.empty();
  }

  @Override
  public Optional<Long> forkNanos() {
    return Optional.empty();
  }

  @Override
  public Optional<Crowd> crowd(int count) {
    List<Process> all = new ArrayList<>();
    try {
      long before = Programs.availableMemory();
      long start = System.nanoTime();
      for (int number = 0; number < count; number++) {
        all.add(new ProcessBuilder(words("sh", "-c", "echo up; exec sleep 60")).start());
      }
      for (Process one : all) {
        if (one.getInputStream().read() < 0) {
          throw new IllegalStateException("bwrap failed");
        }
      }
      long took = System.nanoTime() - start;
      return Optional.of(new Crowd(took, (before - Programs.availableMemory()) / count));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      all.forEach(one -> one.descendants().forEach(ProcessHandle::destroyForcibly));
      all.forEach(Process::destroyForcibly);
    }
  }

  @Override
  public void close() {}
}
