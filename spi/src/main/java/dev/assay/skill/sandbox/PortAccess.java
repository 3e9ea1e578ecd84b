package dev.assay.skill.sandbox;

import java.util.function.Consumer;

/// Optional part of a sandbox: connections to ports inside, and from there to us. Claimed by
/// [Capabilities.Feature#PORT_DIAL] and [Capabilities.Feature#PORT_LISTEN].
public interface PortAccess {
  /// Connects to a TCP port that something inside listens on, over loopback.
  ///
  /// @throws dev.assay.skill.AssayException with `NOT_FOUND` if nothing listens there
  default PortConnection dial(int port) {
    throw Unsupported.part(Capabilities.Feature.PORT_DIAL);
  }

  /// Opens a TCP port on loopback inside; each connection made there is handed to the handler, on a
  /// thread of its own, which ends it. The port stays open as long as the sandbox lives. What comes
  /// over it is hostile.
  ///
  /// @throws SandboxFailure with `SANDBOX_FAILED` if somebody listens there already
  default void listen(int port, Consumer<PortConnection> handler) {
    throw Unsupported.part(Capabilities.Feature.PORT_LISTEN);
  }
}
