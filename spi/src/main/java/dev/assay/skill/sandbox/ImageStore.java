package dev.assay.skill.sandbox;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Optional part of an engine: it keeps images made of snapshots. Goes with
/// [Capabilities.Feature#SNAPSHOT]; only [#changes] has a feature of its own.
public interface ImageStore {
  /// An image with the same content and few layers, for images with many. An engine without a limit
  /// on layers returns the image itself.
  default SandboxImage squash(SandboxImage image) {
    throw Unsupported.part(Capabilities.Feature.SNAPSHOT);
  }

  /// The entries that the topmost layer of an image adds, changes and removes, read from outside in
  /// full. Unchanged files that the engine itself puts into every sandbox are left out. Empty for a
  /// base without layers. Claimed by [Capabilities.Feature#LAYER_CHANGES]. Without it no packages
  /// can be admitted, because their files cannot be compared with their claims.
  default List<LayerEntry> changes(SandboxImage image) {
    throw Unsupported.part(Capabilities.Feature.LAYER_CHANGES);
  }

  /// Compares an image's layers with their state when [#changes] read them. The first use compares
  /// everything; later uses only check that no file has changed since. An engine makes sandboxes of
  /// other images only after this comparison. An engine whose images are with a provider has
  /// nothing to compare.
  ///
  /// @throws dev.assay.skill.AssayException with `STORED_FILES_DAMAGED`
  default void requireIntact(SandboxImage image) {}

  /// Compares as [#requireIntact] does, but reads everything again.
  default void requireIntactInFull(SandboxImage image) {}

  /// Gives images their public names at the provider, and takes such names from all others; a bare
  /// base has its own. An engine whose images only the server lists has nothing to do.
  ///
  /// @param versions images by version, such as `v1.3`
  default void publish(Map<String, SandboxImage> versions) {}

  /// The size of an image's layers in bytes, without its base.
  default long size(SandboxImage image) {
    throw Unsupported.part(Capabilities.Feature.SNAPSHOT);
  }

  /// Makes the layers of images on this machine available to the other servers of the database,
  /// unless they are already. An engine whose images are with a provider has nothing to do.
  default void share(Collection<SandboxImage> images) {}

  /// Removes every layer made before `madeBefore` that no image in `kept` and no living sandbox
  /// uses, and returns their number. Safe at any time: layers that are being made, forked from or
  /// squashed stay. Only the engine knows a new layer until its maker has recorded it. So
  /// `madeBefore` must lie before the moment `kept` was read, by as long as the recording may take.
  default int collect(Collection<SandboxImage> kept, Instant madeBefore) {
    return 0;
  }
}
