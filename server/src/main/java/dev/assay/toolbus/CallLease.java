package dev.assay.toolbus;

/// The right to work on a call and to write its result.
///
/// @param fence grows each time somebody takes the call; whoever has an older one writes nothing
public record CallLease(String project, String hash, long fence) {
  /// What came of asking for a call.
  public sealed interface Attempt {
    record Taken(CallLease lease) implements Attempt {}

    /// Somebody works on it.
    record Busy() implements Attempt {}

    /// Its result is written.
    record Over() implements Attempt {}
  }
}
