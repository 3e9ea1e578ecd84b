package dev.assay.toolservice;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/// The ending of a run.
///
/// @param error one word, or words for people
/// @param orphaned the reason why no server worked on it any more
/// @param started the start of a command that started
record RunEnding(
    ToolRun.State state,
    OptionalInt exitCode,
    Optional<String> error,
    Optional<String> orphaned,
    Optional<Instant> started,
    Optional<ToolRun.Printed> printed) {
  static final String TIMED_OUT = "command timed out";

  static RunEnding exited(
      int code, Optional<String> error, Instant started, ToolRun.Printed printed) {
    return new RunEnding(
        code == 0 && error.isEmpty() ? ToolRun.State.SUCCEEDED : ToolRun.State.FAILED,
        OptionalInt.of(code),
        error,
        Optional.empty(),
        Optional.of(started),
        Optional.of(printed));
  }

  static RunEnding succeeded() {
    return new RunEnding(
        ToolRun.State.SUCCEEDED,
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static RunEnding failed(String error) {
    return new RunEnding(
        ToolRun.State.FAILED,
        OptionalInt.of(-1),
        Optional.of(error),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static RunEnding canceled() {
    return new RunEnding(
        ToolRun.State.CANCELED,
        OptionalInt.of(-1),
        Optional.of("canceled"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /// The ending of a run whose server stopped, and with it the sandbox and everything in it.
  static RunEnding orphaned(String why) {
    return new RunEnding(
        ToolRun.State.FAILED,
        OptionalInt.of(-1),
        Optional.of("orphaned_reaped"),
        Optional.of(why),
        Optional.empty(),
        Optional.empty());
  }

  /// The ending, with the start and the output of a command that seemed to end otherwise.
  RunEnding after(RunEnding seen) {
    return new RunEnding(state, exitCode, error, orphaned, seen.started, seen.printed);
  }
}
