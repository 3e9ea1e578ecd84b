package dev.assay.skill.sandbox;

import dev.assay.skill.Digest;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The digests of layers as they were admitted, by the engine's own names.
public interface LayerDigests {
  /// Stores a digest, unless the layer has one already. Returns the digest that counts: the first
  /// one stored.
  Digest keep(String layer, Digest digest);

  /// Deletes digests stored before `keptBefore`, except those in `kept`.
  void collect(Set<String> kept, Instant keptBefore);

  /// Digests in memory, for an engine whose images are unused after the end of this process.
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
