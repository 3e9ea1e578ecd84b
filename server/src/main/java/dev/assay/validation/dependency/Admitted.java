package dev.assay.validation.dependency;

import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.RuntimeEnvironment;

/// An admitted skill with what it declares and the versions it was tested with.
///
/// @param environment where its packages are
public record Admitted(
    String skill, Dependencies declared, PackageList recorded, RuntimeEnvironment environment) {

  /// As an image shows it: with an environment of its own if there is one.
  public static Admitted in(PackageList image, String skill, Dependencies declared) {
    RuntimeEnvironment own = new RuntimeEnvironment(skill);
    RuntimeEnvironment place = image.hasAnyIn(own) ? own : RuntimeEnvironment.SHARED;
    return new Admitted(skill, declared, image.neededBy(declared, place), place);
  }
}
