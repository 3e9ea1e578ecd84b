package dev.assay.sandbox.docker;

import dev.assay.skill.Digest;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.LayerEntry.Kind;
import java.util.List;
import java.util.Set;

/// What a layer has of every container: empty files over which something is mounted, and a link.
/// Some daemons keep them in the layer of the container, others below it.
final class MountPlaces {
  private static final Set<String> FILES =
      Set.of(ContainerSettings.HELPER, "/etc/hosts", "/etc/hostname", "/etc/resolv.conf");
  private static final String NOTHING = Digest.of(new byte[0]).hex();
  private static final int FOLDER_MODE = 0755;

  private MountPlaces() {}

  /// The layer without them, and without an unchanged folder that is there because of them.
  static List<LayerEntry> removedFrom(List<LayerEntry> layer) {
    boolean settings =
        layer.stream().anyMatch(entry -> isOne(entry) && entry.path().startsWith("/etc/"));
    return layer.stream()
        .filter(entry -> !isOne(entry) && !(settings && isOrdinarySettings(entry)))
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

  private static boolean isOrdinarySettings(LayerEntry entry) {
    return entry.path().equals("/etc")
        && entry.kind() == Kind.FOLDER
        && entry.mode() == FOLDER_MODE
        && entry.attributes().isEmpty();
  }
}
