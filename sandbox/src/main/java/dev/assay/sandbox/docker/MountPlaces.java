package dev.assay.sandbox.docker;

import dev.assay.skill.Digest;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.LayerEntry.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What a layer has of every container: empty files and a folder over which something is mounted,
/// and a link. Some daemons keep them in the layer of the container, others below it.
final class MountPlaces {
  private static final Set<String> FILES =
      Set.of(ContainerSettings.HELPER, "/etc/hosts", "/etc/hostname", "/etc/resolv.conf");
  private static final String NOTHING = Digest.of(new byte[0]).hex();
  private static final int FOLDER_MODE = 0755;

  private MountPlaces() {}

  /// The layer without them, and without unchanged folders that are there because of them.
  static List<LayerEntry> removedFrom(List<LayerEntry> layer) {
    Set<String> ways = new HashSet<>();
    if (layer.stream().anyMatch(entry -> isOne(entry) && entry.path().startsWith("/etc/"))) {
      ways.add("/etc");
    }
    List<LayerEntry> packages =
        layer.stream().filter(entry -> entry.path().startsWith(DockerBases.PACKAGES)).toList();
    if (packages.size() == 1 && packages.getFirst().path().equals(DockerBases.PACKAGES)) {
      ways.addAll(List.of("/var", "/var/lib", DockerBases.PACKAGES));
    }
    return layer.stream()
        .filter(entry -> !isOne(entry) && !(ways.contains(entry.path()) && isOrdinary(entry)))
        .toList();
  }

  private static boolean isOne(LayerEntry entry) {
    boolean file =
        FILES.contains(entry.path())
            && entry.kind() == Kind.FILE
            && entry.content().equals(NOTHING);
    boolean link =
        entry.path().equals("/etc/mtab")
            && entry.kind() == Kind.LINK
            && entry.content().equals("/proc/mounts");
    return (file || link) && entry.names() == 1 && entry.attributes().isEmpty();
  }

  private static boolean isOrdinary(LayerEntry entry) {
    return entry.kind() == Kind.FOLDER
        && entry.mode() == FOLDER_MODE
        && entry.attributes().isEmpty();
  }
}
