package dev.assay.skill.sandbox;

/// Optional part of a sandbox: its network changes while it runs. Claimed by
/// [Capabilities.Feature#NETWORK_CHANGE].
public interface NetworkChange {
  /// Enforced when this returns, for connections that are open too.
  default void changeNetwork(Network wanted) {
    throw Unsupported.part(Capabilities.Feature.NETWORK_CHANGE);
  }
}
