package dev.assay.validation.evidence;

import dev.assay.skill.Digest;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.Installation.Ran;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.dependency.PackageSource;
import java.util.List;
import java.util.Optional;

/// The candidate image and its origin.
///
/// @param candidate the image, frozen after the installation; every task runs in a fork of it
/// @param commands the commands for declared packages
/// @param needed the commands for further packages that an agent found necessary
/// @param before the packages of the image from which the candidate was made
/// @param packages the packages of the candidate
/// @param difference the difference between the two lists
/// @param sources the files that were installed
/// @param contents the digest of the list of all files in the candidate
/// @param noticed files that take effect by themselves, and other notes for a reviewer
/// @param doubts the points that a person has to acknowledge before the packages are used
/// @param unmet needs in the skill's text beyond packages; the commands for them were not run
/// @param indexes the answers of the package indexes, in words
/// @param destinations the contacted places
/// @param failure the reason why declared packages cannot be installed
/// @param resolved the conflicts with admitted skills for which other versions were found
/// @param environment the name of the skill if its packages went into an environment of its own;
///   empty if they went into the shared one, or if there were none
public record Installed(
    SandboxImage candidate,
    List<Ran> commands,
    List<Ran> needed,
    PackageList before,
    PackageList packages,
    Difference difference,
    List<PackageSource> sources,
    Optional<Digest> contents,
    List<String> noticed,
    List<String> doubts,
    List<String> unmet,
    List<String> indexes,
    List<String> destinations,
    Optional<String> failure,
    List<String> resolved,
    String environment) {
  public Installed {
    sources = List.copyOf(sources);
    noticed = List.copyOf(noticed);
    doubts = List.copyOf(doubts);
    unmet = List.copyOf(unmet);
    indexes = List.copyOf(indexes);
    commands = List.copyOf(commands);
    needed = List.copyOf(needed);
    destinations = List.copyOf(destinations);
    resolved = List.copyOf(resolved);
  }

  /// Returns the installation without the doubts that a reviewer acknowledged at the approval.
  public Installed acknowledged(List<String> reasons) {
    List<String> open =
        doubts.stream()
            .filter(doubt -> reasons.stream().noneMatch(reason -> reason.contains(doubt)))
            .toList();
    return new Installed(
        candidate,
        commands,
        needed,
        before,
        packages,
        difference,
        sources,
        contents,
        noticed,
        open,
        unmet,
        indexes,
        destinations,
        failure,
        resolved,
        environment);
  }

  public RuntimeEnvironment place() {
    return new RuntimeEnvironment(environment);
  }
}
