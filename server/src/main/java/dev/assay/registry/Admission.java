package dev.assay.registry;

/// The result of an approval.
public sealed interface Admission {
  /// The skill is in use from now on.
  record Admitted(int image) implements Admission {}

  /// The skill was tested on another image than the current one, or that image is about to change.
  /// Nothing was done.
  record Moved(int current) implements Admission {}
}
