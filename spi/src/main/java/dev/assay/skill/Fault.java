package dev.assay.skill;

/// The party at fault for a failure. Only [#PROVIDER] and [#CAPACITY] are worth a retry.
public enum Fault {
  /// The caller sent a wrong request and must change it.
  SUBMITTER,
  /// A rule of this installation forbids the request.
  POLICY,
  /// A part outside this program failed: the database, a model, a sandbox engine.
  PROVIDER,
  /// The server lacks capacity for the request now.
  CAPACITY,
  /// A bug in Assay.
  INTERNAL;

  public boolean worthRetrying() {
    return this == PROVIDER || this == CAPACITY;
  }
}
