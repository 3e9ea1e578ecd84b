package dev.assay.validation.shown;

import dev.assay.skill.task.TaskFile;
import dev.assay.validation.evidence.Grade;
import dev.assay.validation.evidence.TaskRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One execution of a task in a sandbox of its own.
///
/// @param uses the proofs that skills were really used
/// @param network the places that it contacted or tried to reach
/// @param seen the time of the first attempt at each place, if it was recorded
/// @param offlineProof the proof that the sandbox was offline; empty if it was not meant to be
public record TrialView(
    String ending,
    String answer,
    List<Use> uses,
    List<String> network,
    Map<String, Instant> seen,
    String offlineProof,
    List<String> installs,
    List<String> produced,
    Used used,
    UUID transcript,
    Optional<GradeView> grade) {
  /// @param tested whether it is the skill under test
  public record Use(String skill, String how, String place, boolean tested) {}

  /// The resources that the task used. A value that the engine does not measure is 0.
  public record Used(Duration time, Duration cpu, long memory, long read, long written) {
    static Used of(TaskRun.Used used) {
      return new Used(
          Duration.ofMillis(used.millis()),
          Duration.ofMillis(known(used.cpuMillis())),
          known(used.peakMemory()),
          known(used.diskRead()),
          known(used.diskWritten()));
    }

    private static long known(@Nullable Long value) {
      return Objects.requireNonNullElse(value, 0L);
    }
  }

  /// @param skill the name of the skill under test
  static TrialView of(TaskRun run, Optional<Grade> grade, String skill) {
    return new TrialView(
        run.ending(),
        PageText.cut(run.answer()),
        run.activations().stream()
            .map(
                each ->
                    new Use(
                        each.skill().text(),
                        each.use().name().toLowerCase(Locale.ROOT),
                        each.place(),
                        each.skill().text().equals(skill)))
            .toList(),
        Stream.concat(run.attempts().stream(), run.destinations().stream()).distinct().toList(),
        run.seen(),
        run.offlineProof().orElse(""),
        PageText.cut(run.installs()),
        run.produced().stream().map(TaskFile::name).toList(),
        Used.of(run.used()),
        run.transcript(),
        grade.map(GradeView::of));
  }

  public boolean activated() {
    return uses.stream().anyMatch(Use::tested);
  }
}
