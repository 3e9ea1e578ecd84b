package dev.assay.skill.sandbox;

import java.util.Collection;

/// A holder of images from which sandboxes may start later. The collection deletes images that no
/// holder, no runtime image and no sandbox uses.
@FunctionalInterface
public interface ImageHolder {
  Collection<SandboxImage> held();
}
