package dev.assay.validation.evidence;

import dev.assay.skill.task.Activation;
import dev.assay.skill.task.TaskFile;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// One execution of a task in a sandbox of its own.
///
/// @param ending the end of the agent's run, in words
/// @param answer the last message of the agent
/// @param activations the proofs that skills were really used
/// @param attempts the places it tried to reach while the network was blocked
/// @param destinations the places it contacted while the network was open
/// @param seen the time at which each place was first tried
/// @param offlineProof the proof that the sandbox was offline
/// @param installs the packages that were installed during the task; they vanish with its sandbox
/// @param produced the files that were new after the task
/// @param harm the unrequested changes to the user's files, one sentence each
/// @param executor the model that did the task
/// @param failures the commands that failed, oldest first
/// @param outside the files outside the work that are new, changed or gone
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

  /// The resources that the task used; null if the engine does not measure a value.
  ///
  /// @param cost the cost of the model in the currency of the configured prices
  /// @param tokens the tokens that the agent read and wrote
  public record Used(
      long millis,
      @Nullable Long cpuMillis,
      @Nullable Long peakMemory,
      @Nullable Long diskRead,
      @Nullable Long diskWritten,
      BigDecimal cost,
      Optional<Long> tokens) {}

  public TaskRun {
    activations = List.copyOf(activations);
    attempts = List.copyOf(attempts);
    destinations = List.copyOf(destinations);
    seen = Map.copyOf(seen);
    installs = List.copyOf(installs);
    produced = List.copyOf(produced);
    harm = List.copyOf(harm);
    failures = List.copyOf(failures);
    outside = List.copyOf(outside);
  }

  /// Returns the execution with the model that did it.
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

  /// Tests whether the agent's turns, time or tokens ran out before it had an answer.
  public boolean gaveUp() {
    return ending.startsWith(OUT_OF_BUDGET);
  }

  public boolean activated(String skill) {
    return activations.stream().anyMatch(each -> each.skill().text().equals(skill));
  }
}
