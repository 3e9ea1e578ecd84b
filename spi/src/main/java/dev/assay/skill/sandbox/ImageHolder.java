package dev.assay.skill.sandbox;

import java.util.Collection;

/// Somebody who will start sandboxes from images later. What none of them holds, no runtime image
/// has and no sandbox uses is cleared away.
@FunctionalInterface
public interface ImageHolder {
  Collection<SandboxImage> held();
}
