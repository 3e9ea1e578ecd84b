package dev.assay.skill.sandbox;

import java.util.function.Consumer;

/// Optional part of a sandbox: connections to ports inside, and from inside to the server. Claimed
/// by [Capabilities.Feature#PORT_DIAL] and [Capabilities.Feature#PORT_LISTEN].
public interface PortAccess {
  /// Connects over loopback to a TCP port on which a process inside listens.
  ///
  /// @throws dev.assay.skill.AssayException with `NOT_FOUND` if no process listens there
  default PortConnection dial(int port) {
    throw Unsupported.part(Capabilities.Feature.PORT_DIAL);
  }

  /// Opens a TCP port on loopback inside. Each connection goes to the handler, on a thread of its
  /// own; the handler closes it. The port stays open as long as the sandbox lives. The data that
  /// arrives is hostile.
  ///
  /// @throws SandboxFailure with `SANDBOX_FAILED` if the port is in use
  default void listen(int port, Consumer<PortConnection> handler) {
    throw Unsupported.part(Capabilities.Feature.PORT_LISTEN);
  }
}
