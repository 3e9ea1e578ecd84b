package dev.assay.validation.dependency;

import dev.assay.skill.dependency.Ecosystem;
import java.util.List;
import java.util.Optional;

/// A package on which admitted skills rely and that would change for them.
///
/// @param existingVersion the existing version; empty if the skills declare the package and it was
///   not there
/// @param newVersion the new version; empty if the package would be gone
/// @param environment the skill that owns the environment; empty for the shared one
public record Conflict(
    Ecosystem ecosystem,
    String packageName,
    String environment,
    Optional<String> existingVersion,
    Optional<String> newVersion,
    List<String> affectedSkills,
    Resolution resolution) {
  public Conflict {
    affectedSkills = List.copyOf(affectedSkills);
  }

  public sealed interface Resolution {
    /// The range of every affected skill allows the new version. Their tests must confirm it.
    record TestAgain() implements Resolution {}

    /// The new skill can declare this range, which suits all skills.
    record UseRange(String range) implements Resolution {}

    /// No known range suits both sides. An environment of its own would.
    ///
    /// @param needed the range that the existing skills need; empty if it cannot be written
    record Separate(String needed) implements Resolution {}
  }

  /// Tests whether tests of the affected skills can settle the conflict.
  public boolean canBeTested() {
    return resolution instanceof Resolution.TestAgain;
  }

  public String shown() {
    String change =
        "%s would go from %s to %s, which %s needs otherwise."
            .formatted(
                packageName,
                existingVersion.orElse("nothing"),
                newVersion.orElse("nothing"),
                String.join(", ", affectedSkills));
    return switch (resolution) {
      case Resolution.TestAgain _ ->
          "%s goes from %s to %s under %s."
              .formatted(
                  packageName,
                  existingVersion.orElse("nothing"),
                  newVersion.orElse("nothing"),
                  String.join(", ", affectedSkills));
      case Resolution.UseRange use -> change + " Declare " + packageName + " " + use.range() + ".";
      case Resolution.Separate(String needed) ->
          change
              + (needed.isEmpty()
                  ? " No common version is known."
                  : " Only %s %s would do for them.".formatted(packageName, needed))
              + " Change what the skill declares so that this fits, or give each skill an"
              + " environment of its own (assay.validation.environment: per-skill).";
    };
  }
}
