package dev.assay.skill.sandbox;

/// Optional part of a sandbox: what is opened in watched mounts is recorded from outside. Claimed
/// by [Capabilities.Feature#ACCESS_RECORDING].
public interface AccessRecording {
  /// What was opened in watched mounts so far; complete for all commands that have ended.
  default AccessEvidence access() {
    throw Unsupported.part(Capabilities.Feature.ACCESS_RECORDING);
  }
}
