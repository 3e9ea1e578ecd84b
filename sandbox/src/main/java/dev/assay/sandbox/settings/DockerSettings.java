package dev.assay.sandbox.settings;

import java.nio.file.Path;
import java.util.Optional;

/// How the Docker engine is set up.
///
/// @param storage where the helper is kept, and where the local engine keeps its bases
/// @param socket of a daemon on this machine
/// @param openNetwork a network of the daemon for open sandboxes, from which neither this machine
///   nor link-local addresses can be reached; without it there are none
/// @param runtime of the daemon, for example `runsc`; without it the daemon's own
public record DockerSettings(
    Path storage, Path socket, Optional<String> openNetwork, Optional<String> runtime) {
  public static DockerSettings in(Path storage, Path socket) {
    return new DockerSettings(storage, socket, Optional.empty(), Optional.empty());
  }

  /// Containers get their network from us instead.
  public DockerSettings withoutNetwork() {
    return new DockerSettings(storage, socket, Optional.empty(), runtime);
  }
}
