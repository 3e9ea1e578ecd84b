package dev.assay.skill.sandbox;

/// Optional part of a sandbox: a change of its network while it runs. Claimed by
/// [Capabilities.Feature#NETWORK_CHANGE].
public interface NetworkChange {
  /// Changes the network. When this returns, the change is enforced, for open connections too.
  default void changeNetwork(Network wanted) {
    throw Unsupported.part(Capabilities.Feature.NETWORK_CHANGE);
  }
}
