package dev.assay.validation.dependency;

import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.RuntimeEnvironment;

/// An admitted skill with its declarations and the versions that it was tested with.
///
/// @param environment the environment of its packages
public record Admitted(
    String skill, Dependencies declared, PackageList recorded, RuntimeEnvironment environment) {

  /// Reads a skill from an image. It has an environment of its own if the image has one for it.
  public static Admitted in(PackageList image, String skill, Dependencies declared) {
    RuntimeEnvironment own = new RuntimeEnvironment(skill);
    RuntimeEnvironment place = image.hasAnyIn(own) ? own : RuntimeEnvironment.SHARED;
    return new Admitted(skill, declared, image.neededBy(declared, place), place);
  }
}
