package dev.assay.bench;

import java.util.Optional;

/// `srt`, the sandbox runtime of npm's @anthropic-ai/sandbox-runtime, if it is installed.
final class RuntimePeer implements Peer {
  static Optional<Peer> find() {
    return Programs.find("srt").map(_ -> new RuntimePeer());
  }

  @Override
  public String name() {
    return "srt";
  }

  @Override
  public long firstOutputNanos() {
    return Programs.firstByteNanos("srt", "-c", "echo hi");
  }

  @Override
  public Optional<Long> execNanos() {
    long start = System.nanoTime();
    Programs.run("srt", "-c", "true");
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
    return Optional.empty();
  }

  @Override
  public void close() {}
}
