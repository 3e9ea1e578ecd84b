package dev.assay.skill.sandbox;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Optional part of an engine: it keeps images made of snapshots. Goes with
/// [Capabilities.Feature#SNAPSHOT]; only [#changes] has a claim of its own.
public interface ImageStore {
  /// One image with the same content and few layers, for images that have grown long; an engine
  /// without a limit on layers answers the image itself.
  default SandboxImage squash(SandboxImage image) {
    throw Unsupported.part(Capabilities.Feature.SNAPSHOT);
  }

  /// What the topmost layer of an image adds, changes and removes, read from outside and whole;
  /// left out is what the engine itself puts into every sandbox, as long as it is unchanged. Empty
  /// for a base without layers. Claimed by [Capabilities.Feature#LAYER_CHANGES]; without it no
  /// packages can be admitted, because nobody could compare them with what they claim.
  default List<LayerEntry> changes(SandboxImage image) {
    throw Unsupported.part(Capabilities.Feature.LAYER_CHANGES);
  }

  /// Compares an image's layers with what they were when [#changes] read them: in full when they
  /// are first used, then as long as nothing about their files changed. Sandboxes are made of
  /// others only after that. An engine whose images are with a provider has nothing to compare.
  ///
  /// @throws dev.assay.skill.AssayException with `STORED_FILES_DAMAGED`
  default void requireIntact(SandboxImage image) {}

  /// The same, all of it read again.
  default void requireIntactInFull(SandboxImage image) {}

  /// Names images at the provider as people know them, and takes such names from all others; a bare
  /// base has its own. Nothing to do for an engine whose images nobody else lists.
  ///
  /// @param versions images by version, such as `v1.3`
  default void publish(Map<String, SandboxImage> versions) {}

  /// How many bytes an image's layers take, without its base.
  default long size(SandboxImage image) {
    throw Unsupported.part(Capabilities.Feature.SNAPSHOT);
  }

  /// Makes the layers of images that are on this machine available to the other servers of the
  /// database, as far as they are not yet. An engine whose images are with a provider has nothing
  /// to do.
  default void share(Collection<SandboxImage> images) {}

  /// Removes every layer made before `madeBefore` that no image in `kept` and no living sandbox
  /// uses; how many. Safe at any time: what is being made, forked from or squashed stays. A new
  /// layer is known to the engine alone until its maker has written it down: so `madeBefore` has to
  /// lie before the moment `kept` was read, by as long as writing down may take.
  default int collect(Collection<SandboxImage> kept, Instant madeBefore) {
    return 0;
  }
}
