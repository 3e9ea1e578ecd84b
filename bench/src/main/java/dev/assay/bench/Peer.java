package dev.assay.bench;

import java.util.Optional;

/// Something that isolates a command, measured beside the others. A method without an answer is
/// something it cannot do.
interface Peer extends AutoCloseable {
  String name();

  /// A new sandbox, until the first output of a command in it; the sandbox is gone afterwards,
  /// which is not measured.
  long firstOutputNanos();

  /// One more command in a sandbox that lives.
  Optional<Long> execNanos();

  /// A layer with a tree of 25 MB.
  Optional<Long> snapshotNanos();

  /// A new sandbox from that layer, until its first output.
  Optional<Long> forkNanos();

  /// Many sandboxes at a time: until all are ready, and the memory each takes.
  Optional<Crowd> crowd(int count);

  /// @param bytesEach what the machine's available memory lost, for each
  record Crowd(long nanos, long bytesEach) {}

  @Override
  void close();
}
