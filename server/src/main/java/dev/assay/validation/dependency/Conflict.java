package dev.assay.validation.dependency;

import dev.assay.skill.dependency.Ecosystem;
import java.util.List;
import java.util.Optional;

/// A package that admitted skills rely on and that would change under them.
///
/// @param existingVersion empty if the skills declare it and it was not there
/// @param newVersion empty if the package would be gone
/// @param environment the skill in whose environment it is; empty if everybody shares it
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
    /// Every affected skill's range allows the new version; their tests have to agree.
    record TestAgain() implements Resolution {}

    /// A range the new skill can declare so that everybody is content.
    record UseRange(String range) implements Resolution {}

    /// No range is known that would work for both: an environment of its own would.
    ///
    /// @param needed what those who are there need; empty if that cannot be spelled
    record Separate(String needed) implements Resolution {}
  }

  /// Whether the affected skills' tests can settle it.
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
