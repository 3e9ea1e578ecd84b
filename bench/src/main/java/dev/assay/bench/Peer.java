package dev.assay.bench;

import java.util.Optional;

/// A program that isolates a command, measured beside the others. An empty answer means that it
/// cannot do this.
interface Peer extends AutoCloseable {
  String name();

  /// The time of a new sandbox until the first output of a command in it. The sandbox is removed
  /// afterwards, which is not measured.
  long firstOutputNanos();

  /// The time of a further command in a living sandbox.
  Optional<Long> execNanos();

  /// The time of a snapshot with a tree of 25 MB.
  Optional<Long> snapshotNanos();

  /// The time of a new sandbox from that snapshot until its first output.
  Optional<Long> forkNanos();

  /// The measurement of many sandboxes at a time: the time until all are ready, and the memory of
  /// each.
  Optional<Crowd> crowd(int count);

  /// @param bytesEach the loss of the machine's available memory, divided by the number of
  ///   sandboxes
  record Crowd(long nanos, long bytesEach) {}

  @Override
  void close();
}
