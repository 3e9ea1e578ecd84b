package dev.assay.skill.sandbox;

/// Optional part of a sandbox: what it tries to reach is recorded, by somebody whom nothing inside
/// can signal, trace or write to. Claimed by [Capabilities.Feature#NETWORK_RECORDING].
public interface NetworkRecording {
  /// Everything the sandbox tried to reach so far; complete for all commands that have ended.
  default NetworkEvidence network() {
    throw Unsupported.part(Capabilities.Feature.NETWORK_RECORDING);
  }
}
