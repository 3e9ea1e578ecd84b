package dev.assay.wire;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The second layer: the skill together with every admitted skill.
///
/// @param totalSkillsTested the number of admitted skills that were tested again
/// @param failureReason the reasons why this layer failed; null if it passed
/// @param regressionResults the outcomes by the names of admitted skills
/// @param recommendation the declaration that would help; null if none is known
public record Layer2Result(
    boolean passed,
    long totalSkillsTested,
    boolean allPassed,
    List<String> failedSkills,
    @Nullable String failureReason,
    Map<String, Retested> regressionResults,
    boolean conflictDetected,
    List<DependencyConflict> conflicts,
    @Nullable String recommendation) {
  public Layer2Result {
    failedSkills = List.copyOf(failedSkills);
    conflicts = List.copyOf(conflicts);
  }

  /// The outcome of an admitted skill.
  ///
  /// @param error the harm to it; null if there is none
  public record Retested(
      boolean passed, int tasksTried, int affectedTasks, @Nullable String error) {}

  /// A package on which admitted skills rely and that would change for them.
  ///
  /// @param _package the name of the package; the key is `package`, which Java reserves
  public record DependencyConflict(
      String _package,
      @Nullable String existingVersion,
      @Nullable String newVersion,
      List<String> affectedSkills,
      boolean resolutionAttempted,
      Resolution resolutionResult) {
    public DependencyConflict {
      affectedSkills = List.copyOf(affectedSkills);
    }
  }

  /// @param resolved whether the change is harmless: every affected skill allows the new version
  public record Resolution(boolean resolved, String reason) {}
}
