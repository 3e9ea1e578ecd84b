package dev.assay.toolbus;

/// The right to work on a call and to write its result.
///
/// @param fence a number that grows each time a worker takes the call; a worker with an older one
///   cannot write
public record CallLease(String project, String hash, long fence) {
  /// The result of an attempt to take a call.
  public sealed interface Attempt {
    record Taken(CallLease lease) implements Attempt {}

    /// Another worker has it.
    record Busy() implements Attempt {}

    /// The call's result is written.
    record Over() implements Attempt {}
  }
}
