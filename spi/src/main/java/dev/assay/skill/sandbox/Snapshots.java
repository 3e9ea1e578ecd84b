package dev.assay.skill.sandbox;

/// Optional part of a sandbox: turning its state into an image. Claimed by
/// [Capabilities.Feature#SNAPSHOT]; an engine that claims it also implements [ImageStore].
public interface Snapshots {
  /// Copies the present state into a new layer. The sandbox is paused meanwhile and then goes on.
  default SandboxImage snapshot() {
    throw Unsupported.part(Capabilities.Feature.SNAPSHOT);
  }

  /// Turns the present state into a new layer, which ends the sandbox.
  default SandboxImage freeze() {
    throw Unsupported.part(Capabilities.Feature.SNAPSHOT);
  }
}
