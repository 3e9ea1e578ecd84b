package dev.assay.skill.sandbox;

/// Optional part of a sandbox: its state becomes an image. Claimed by
/// [Capabilities.Feature#SNAPSHOT]; an engine that claims it keeps images too, as [ImageStore]
/// says.
public interface Snapshots {
  /// Copies the present state into a new layer. The sandbox stands still meanwhile and then goes
  /// on.
  default SandboxImage snapshot() {
    throw Unsupported.part(Capabilities.Feature.SNAPSHOT);
  }

  /// Turns the present state into a new layer, which ends the sandbox.
  default SandboxImage freeze() {
    throw Unsupported.part(Capabilities.Feature.SNAPSHOT);
  }
}
