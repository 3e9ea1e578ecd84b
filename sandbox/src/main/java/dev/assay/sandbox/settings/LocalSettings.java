package dev.assay.sandbox.settings;

import dev.assay.skill.sandbox.Limit;
import dev.assay.skill.sandbox.Limits;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// How the local engine is set up.
///
/// @param storage where bases, layers and living sandboxes are kept; may lie below a folder that
///   only the owner can enter
/// @param hidden folders of the host that no sandbox may see even if they lie in a visible place;
///   the storage and the home folder are hidden anyway
/// @param defaults limits for sandboxes that ask for none, enforced where the machine can
/// @param deniedNetworks IPv4 networks that an open sandbox cannot reach, besides the host itself
///   and link-local addresses
/// @param egress a network namespace open sandboxes go out through, instead of the host's own;
///   needs root
public record LocalSettings(
    Path storage,
    List<Path> hidden,
    Limits defaults,
    List<String> deniedNetworks,
    Optional<Path> egress) {
  private static final long GIB = 1L << 30;

  public LocalSettings {
    storage = storage.toAbsolutePath().normalize();
    hidden = List.copyOf(hidden);
    deniedNetworks = List.copyOf(deniedNetworks);
  }

  /// The usual settings, with everything below one folder.
  public static LocalSettings in(Path storage) {
    Limits prudent =
        Limits.none()
            .with(Limit.MEMORY, 4 * GIB)
            .with(Limit.PROCESSES, 1024)
            .with(Limit.DISK, 10 * GIB)
            .with(Limit.FILES, 1_000_000);
    return new LocalSettings(storage, List.of(), prudent, List.of(), Optional.empty());
  }

  public LocalSettings hiding(Path folder) {
    return new LocalSettings(
        storage,
        Stream.concat(hidden.stream(), Stream.of(folder)).toList(),
        defaults,
        deniedNetworks,
        egress);
  }

  public LocalSettings denying(List<String> networks) {
    return new LocalSettings(storage, hidden, defaults, networks, egress);
  }

  public LocalSettings throughEgress(Path namespace) {
    return new LocalSettings(storage, hidden, defaults, deniedNetworks, Optional.of(namespace));
  }
}
