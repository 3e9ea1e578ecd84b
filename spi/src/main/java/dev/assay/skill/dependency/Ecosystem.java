package dev.assay.skill.dependency;

/// The source of a package.
public enum Ecosystem {
  /// Python packages, with ranges as in PEP 440.
  PIP,
  /// JavaScript packages, with ranges as in npm.
  NPM,
  /// Packages of the operating system, with ranges as in Debian.
  SYSTEM
}
