package dev.assay.validation.dependency;

import dev.assay.skill.dependency.Dependencies;

/// An admitted skill with what it declares and the versions it was tested with.
public record Admitted(String skill, Dependencies declared, PackageList recorded) {}
