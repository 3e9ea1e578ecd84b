package dev.assay.intake;

import dev.assay.intake.requirement.MalformedRequirement;
import dev.assay.intake.requirement.NpmSpec;
import dev.assay.intake.requirement.Pep508;
import dev.assay.intake.requirement.PythonRange;
import dev.assay.intake.requirement.SystemSpec;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import java.util.List;
import java.util.Optional;

/// Compares versions with ranges by the rules of each ecosystem.
///
/// A requirement by address has no range to compare with, so no version fits it.
public final class Versions {
  private static final int LONGEST_VERSION = 128;

  private Versions() {}

  /// Returns whether a version fits a requirement. The version is untrusted text; a malformed one
  /// does not fit.
  public static boolean fits(Requirement requirement, String version) {
    if (version.length() > LONGEST_VERSION) {
      return false;
    }
    return switch (requirement.ecosystem()) {
      case PIP -> fitsPython(requirement.range(), version);
      case NPM -> NpmSpec.fits(requirement.range(), version);
      case SYSTEM -> SystemSpec.fits(requirement.range(), version);
    };
  }

  /// Returns the intersection of all ranges. The result is empty if it cannot be written as one
  /// range, or is known to have no version.
  ///
  /// @param requirements the requirements of one package
  public static Optional<String> together(List<Requirement> requirements) {
    List<String> ranges =
        requirements.stream()
            .map(Requirement::range)
            .filter(range -> !range.isEmpty())
            .distinct()
            .toList();
    if (ranges.isEmpty()) {
      return Optional.empty();
    }
    return switch (requirements.getFirst().ecosystem()) {
      case PIP ->
          python(String.join(",", ranges)).filter(all -> !all.isEmpty()).map(PythonRange::spelling);
      case NPM -> NpmSpec.together(ranges);
      case SYSTEM -> ranges.size() == 1 ? Optional.of(ranges.getFirst()) : Optional.empty();
    };
  }

  /// Parses a requirement of a Python package's metadata; empty if it is malformed.
  public static Optional<Requirement> parsePython(String requirement, String file) {
    try {
      return Optional.of(Pep508.parse(requirement).at(file, 1));
    } catch (MalformedRequirement e) {
      return Optional.empty();
    }
  }

  /// Returns the form of a package's name that its ecosystem compares.
  public static String comparable(Ecosystem ecosystem, String name) {
    return ecosystem == Ecosystem.PIP ? Pep508.normalize(name) : name;
  }

  /// Returns whether `==asked` matches a Python version. A local part such as `+cpu` is ignored
  /// unless `asked` has one.
  public static boolean areEqual(String asked, String version) {
    return asked.length() <= LONGEST_VERSION
        && version.length() <= LONGEST_VERSION
        && fitsPython("==" + asked, version);
  }

  private static boolean fitsPython(String range, String version) {
    return !range.startsWith("@") && python(range).filter(all -> all.contains(version)).isPresent();
  }

  private static Optional<PythonRange> python(String range) {
    try {
      return Optional.of(PythonRange.parse(range));
    } catch (MalformedRequirement e) {
      return Optional.empty();
    }
  }
}
