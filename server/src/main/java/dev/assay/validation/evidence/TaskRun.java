package dev.assay.validation.evidence;

import dev.assay.skill.task.Activation;
import dev.assay.skill.task.TaskFile;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A task that was done once, in a sandbox of its own.
///
/// @param ending how the agent ended, in words
/// @param answer what it said last
/// @param activations which skills were really used
/// @param attempts what was tried to reach while the network was blocked
/// @param destinations what was contacted while it was open
/// @param seen when each of those places was first tried
/// @param offlineProof how the sandbox was proved to be offline
/// @param installs packages that came during the task; they are gone with its sandbox
/// @param produced files that were there afterwards and not before
/// @param harm what became of the user's files unasked, one sentence each
/// @param executor the model that did it; empty in older records
/// @param failures commands that went wrong, oldest first
/// @param outside files outside of the work that are new, changed or gone; not in older records
public record TaskRun(
    String task,
    String ending,
    String answer,
    List<Activation> activations,
    List<String> attempts,
    List<String> destinations,
    Map<String, Instant> seen,
    Optional<String> offlineProof,
    List<String> installs,
    List<TaskFile> produced,
    Used used,
    UUID transcript,
    List<String> harm,
    String executor,
    List<CommandFailure> failures,
    List<String> outside) {
  public static final String OUT_OF_BUDGET = "out of budget";

  /// What it took; null is what the engine does not know.
  ///
  /// @param cost of the model, in the currency of the configured prices
  /// @param tokens that the agent read and wrote; empty in older records
  public record Used(
      long millis,
      @Nullable Long cpuMillis,
      @Nullable Long peakMemory,
      @Nullable Long diskRead,
      @Nullable Long diskWritten,
      BigDecimal cost,
      Optional<Long> tokens) {
    public Used {
      tokens = Objects.requireNonNullElse(tokens, Optional.empty()); // not in older records
    }
  }

  public TaskRun {
    activations = List.copyOf(activations);
    attempts = List.copyOf(attempts);
    destinations = List.copyOf(destinations);
    seen = seen == null ? Map.of() : Map.copyOf(seen); // evidence from before it was kept
    installs = List.copyOf(installs);
    produced = List.copyOf(produced);
    harm = List.copyOf(Objects.requireNonNullElse(harm, List.of())); // not in older records
    executor = Objects.requireNonNullElse(executor, ""); // not in older records
    failures = List.copyOf(Objects.requireNonNullElse(failures, List.of()));
    outside = List.copyOf(Objects.requireNonNullElse(outside, List.of()));
  }

  /// The same, with the model that did it.
  public TaskRun by(String model) {
    return new TaskRun(
        task,
        ending,
        answer,
        activations,
        attempts,
        destinations,
        seen,
        offlineProof,
        installs,
        produced,
        used,
        transcript,
        harm,
        model,
        failures,
        outside);
  }

  /// Whether its turns, its time or its tokens ran out before it had an answer.
  public boolean gaveUp() {
    return ending.startsWith(OUT_OF_BUDGET);
  }

  public boolean activated(String skill) {
    return activations.stream().anyMatch(each -> each.skill().text().equals(skill));
  }
}
