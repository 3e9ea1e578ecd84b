package dev.assay.sandbox.settings;

import java.nio.file.Path;
import java.util.Optional;

/// The settings of the Docker engine.
///
/// @param storage the folder of the helper, and of the local engine's bases
/// @param socket the socket of a daemon on this machine
/// @param openNetwork a network of the daemon for open sandboxes, from which neither this machine
///   nor link-local addresses can be reached; without it there are none
/// @param runtime the runtime of the daemon, for example `runsc`; if empty, the daemon's own
public record DockerSettings(
    Path storage, Path socket, Optional<String> openNetwork, Optional<String> runtime) {
  public static DockerSettings in(Path storage, Path socket) {
    return new DockerSettings(storage, socket, Optional.empty(), Optional.empty());
  }

  /// A copy for containers that get their network from the engine instead.
  public DockerSettings withoutNetwork() {
    return new DockerSettings(storage, socket, Optional.empty(), runtime);
  }
}
