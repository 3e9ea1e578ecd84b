package dev.assay.toolservice;

import dev.assay.skill.Words;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/// A command, a service or a job in a session.
///
/// @param parent the job of a step
public record ToolRun(
    UUID id,
    String project,
    Kind kind,
    Optional<UUID> parent,
    String name,
    UUID session,
    String alias,
    String agent,
    String caller,
    SkillVersion skill,
    Order order,
    State state,
    Progress progress,
    Printed printed,
    RunFiles.Collected collected,
    Exposed exposed) {
  static final String ACTIVATION = "activate";

  /// Says whether it only copies a skill's files.
  boolean isActivation() {
    return kind == Kind.COMMAND && name.equals(ACTIVATION);
  }

  ToolRun unreachable() {
    return new ToolRun(
        id,
        project,
        kind,
        parent,
        name,
        session,
        alias,
        agent,
        caller,
        skill,
        order,
        state,
        progress,
        printed,
        collected,
        new Exposed(exposed.endpoints(), false));
  }

  /// The kind of a run.
  public enum Kind {
    /// A command whose caller waits.
    COMMAND,
    TASK,
    /// A service that goes on until it is stopped, and leaves its working directory to others.
    SERVICE,
    /// Steps one after the other.
    JOB,
    STEP;

    public String word() {
      return Words.of(this);
    }

    boolean waitsInQueue() {
      return this == TASK || this == SERVICE || this == JOB;
    }
  }

  /// The state of a run. The last three are final.
  public enum State {
    QUEUED,
    STARTING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    CANCELED;

    public String word() {
      return Words.of(this);
    }

    public boolean isFinal() {
      return compareTo(SUCCEEDED) >= 0;
    }
  }

  /// @param hash the digest of its files
  public record SkillVersion(String name, int version, String hash) {}

  /// The work of a run.
  ///
  /// @param workdir the working directory in the caller's words, or the skill's folder
  public record Order(
      String workdir,
      String command,
      Map<String, String> variables,
      int timeoutSeconds,
      Optional<String> readyPattern,
      int startupSeconds,
      RunFiles files,
      List<Integer> ports) {
    static Order of(String workdir, String command, Map<String, String> variables, int timeout) {
      return new Order(
          workdir, command, variables, timeout, Optional.empty(), 0, RunFiles.NONE, List.of());
    }

    Order in(String folder) {
      return new Order(
          folder, command, variables, timeoutSeconds, readyPattern, startupSeconds, files, ports);
    }

    Order with(RunFiles wanted) {
      return new Order(
          workdir, command, variables, timeoutSeconds, readyPattern, startupSeconds, wanted, ports);
    }

    /// @param pattern the text that a service writes when it is ready
    Order ready(Optional<String> pattern, int seconds) {
      return new Order(workdir, command, variables, timeoutSeconds, pattern, seconds, files, ports);
    }

    Order exposing(List<Integer> wanted) {
      return new Order(
          workdir, command, variables, timeoutSeconds, readyPattern, startupSeconds, files, wanted);
    }
  }

  /// The progress of a run.
  public record Progress(
      boolean startupReady,
      int currentStep,
      OptionalInt exitCode,
      Optional<String> error,
      Optional<String> orphaned,
      Instant createdAt,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt,
      Optional<Instant> lastOutputAt) {}

  /// The addresses of a service's ports.
  ///
  /// @param active true if a process listened on all of them at the last check
  public record Exposed(List<PortAddress> endpoints, boolean active) {
    static final Exposed NOTHING = new Exposed(List.of(), false);
  }

  /// The end of the output, and the number of all its bytes.
  public record Printed(String stdout, String stderr, long stdoutBytes, long stderrBytes) {}
}
