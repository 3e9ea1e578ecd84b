package dev.assay.skill.sandbox;

/// Optional part of a sandbox: recording from outside of the files opened in watched mounts.
/// Claimed by [Capabilities.Feature#ACCESS_RECORDING].
public interface AccessRecording {
  /// The evidence so far; complete for all commands that have ended.
  default AccessEvidence access() {
    throw Unsupported.part(Capabilities.Feature.ACCESS_RECORDING);
  }
}
