package dev.assay.skill.dependency;

/// Where a package comes from.
public enum Ecosystem {
  /// Python packages, ranges as in PEP 440.
  PIP,
  /// JavaScript packages, ranges as in npm.
  NPM,
  /// Packages of the operating system, ranges as in Debian.
  SYSTEM
}
