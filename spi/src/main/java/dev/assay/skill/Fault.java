package dev.assay.skill;

/// Whose fault a failure is. What happens next follows from it: only [#PROVIDER] and [#CAPACITY]
/// are worth trying again.
public enum Fault {
  /// The caller sent something wrong and must change it.
  SUBMITTER,
  /// A rule of this installation forbids it.
  POLICY,
  /// A part outside this program failed: the database, a model, a sandbox engine.
  PROVIDER,
  /// There is no room for it now.
  CAPACITY,
  /// Assay is wrong.
  INTERNAL;

  public boolean worthRetrying() {
    return this == PROVIDER || this == CAPACITY;
  }
}
