package dev.assay.skill.sandbox;

import dev.assay.skill.Digest;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What the layers of images were when they were admitted, by the engine's own names.
public interface LayerDigests {
  /// The one that counts: what was kept first under that name.
  Digest keep(String layer, Digest digest);

  /// Forgets what was kept before `keptBefore`, but what is in `kept`.
  void collect(Set<String> kept, Instant keptBefore);

  /// For an engine whose images nobody uses after the end of this process.
  static LayerDigests ofProcess() {
    Map<String, Digest> known = new ConcurrentHashMap<>();
    return new LayerDigests() {
      @Override
      public Digest keep(String layer, Digest digest) {
        Digest first = known.putIfAbsent(layer, digest);
        return first == null ? digest : first;
      }

      @Override
      public void collect(Set<String> kept, Instant keptBefore) {
        known.keySet().retainAll(kept);
      }
    };
  }
}
