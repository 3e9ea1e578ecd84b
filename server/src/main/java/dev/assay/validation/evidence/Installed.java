package dev.assay.validation.evidence;

import dev.assay.skill.Digest;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.dependency.Installation.Ran;
import dev.assay.validation.dependency.PackageList;
import dev.assay.validation.dependency.PackageSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The candidate image, and how it came about.
///
/// @param candidate frozen after the installation; every task runs in a fork of it
/// @param commands for what the skill declares
/// @param needed for what an agent found necessary beyond that
/// @param before packages of the image it started from
/// @param packages those of the candidate
/// @param difference between the two
/// @param sources files that were installed
/// @param contents digest of the list of everything in the candidate
/// @param noticed files that take effect by themselves, and other things for a reviewer to know
/// @param doubts what a person has to acknowledge before the packages are used
/// @param unmet what the skill's text asks to be fetched beside packages, which was not run
/// @param indexes what package indexes answered, in words
/// @param destinations what was contacted
/// @param failure why what is declared cannot be installed
/// @param resolved conflicts with admitted skills for which other versions were found
/// @param environment the skill's name if its packages went into an environment of its own; empty
///   if they went into the shared one, or there were none
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
    environment = Objects.requireNonNullElse(environment, ""); // not in older records
    sources = List.copyOf(Objects.requireNonNullElse(sources, List.of()));
    contents = Objects.requireNonNullElse(contents, Optional.empty());
    noticed = List.copyOf(Objects.requireNonNullElse(noticed, List.of()));
    doubts = List.copyOf(doubts);
    unmet = List.copyOf(Objects.requireNonNullElse(unmet, List.of()));
    indexes = List.copyOf(Objects.requireNonNullElse(indexes, List.of()));
    commands = List.copyOf(commands);
    needed = List.copyOf(needed);
    destinations = List.copyOf(destinations);
    resolved = List.copyOf(resolved);
  }

  /// Without what a reviewer acknowledged when the skill was approved.
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
