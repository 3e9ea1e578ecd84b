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

/// Whether versions fit ranges, by the rules of each ecosystem.
///
/// A range that names an address instead of versions fits nothing: what it gives cannot be
/// compared, and nobody should rely on it.
public final class Versions {
  private static final int LONGEST_VERSION = 128;

  private Versions() {}

  /// Versions come from packages and may be anything; what is none fits no range.
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

  /// The range in which all of them are satisfied, if it can be spelled and is not surely empty.
  ///
  /// @param requirements of one package
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

  /// What a Python package says that it needs, as in its metadata; empty if that is malformed.
  public static Optional<Requirement> parsePython(String requirement, String file) {
    try {
      return Optional.of(Pep508.parse(requirement).at(file, 1));
    } catch (MalformedRequirement e) {
      return Optional.empty();
    }
  }

  /// A package's name as its ecosystem compares it.
  public static String comparable(Ecosystem ecosystem, String name) {
    return ecosystem == Ecosystem.PIP ? Pep508.normalize(name) : name;
  }

  /// Whether Python takes a version for exactly that one; a local part that is not asked for counts
  /// as well.
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
