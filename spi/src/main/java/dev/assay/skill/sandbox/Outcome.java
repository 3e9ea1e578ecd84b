package dev.assay.skill.sandbox;

import java.time.Duration;

/// The end of a command. Each outcome is the command's own doing or a limit that was set for it; a
/// failure of the platform is a [SandboxFailure] instead.
public sealed interface Outcome {
  record Exited(int code) implements Outcome {}

  /// Killed by a signal that came neither from the engine nor from a limit.
  record Signalled(int signal) implements Outcome {}

  /// The command could not be started: no such program, or not an executable one.
  record NotFound(String program, String reason) implements Outcome {}

  /// The timeout passed, and the whole process tree was killed.
  record TimedOut(Duration after) implements Outcome {}

  /// The sandbox ran out of memory, and a process of the command was killed.
  record OutOfMemory() implements Outcome {}

  /// The command ran into another limit.
  record LimitExceeded(Limit limit) implements Outcome {}

  /// [RunningCommand#kill()] was called.
  record Killed() implements Outcome {}

  default boolean succeeded() {
    return this instanceof Exited exited && exited.code() == 0;
  }

  /// The exit code a shell would show.
  default int shellCode() {
    return switch (this) {
      case Exited exited -> exited.code();
      case Signalled signalled -> 128 + signalled.signal();
      case NotFound _ -> 127;
      case TimedOut _ -> 124;
      case OutOfMemory _, LimitExceeded _, Killed _ -> 137;
    };
  }
}
