package dev.assay.registry;

/// What came of an approval.
public sealed interface Admission {
  /// It is in use from now on.
  record Admitted(int image) implements Admission {}

  /// The current image is not the one it was tested with, or is about to change; nothing was done.
  record Moved(int current) implements Admission {}
}
