package dev.assay.skill.sandbox;

/// Optional part of a sandbox: a recorder of its attempts to reach the network. No process inside
/// can signal, trace or write to the recorder. Claimed by [Capabilities.Feature#NETWORK_RECORDING].
public interface NetworkRecording {
  /// The attempts so far; complete for all commands that have ended.
  default NetworkEvidence network() {
    throw Unsupported.part(Capabilities.Feature.NETWORK_RECORDING);
  }
}
