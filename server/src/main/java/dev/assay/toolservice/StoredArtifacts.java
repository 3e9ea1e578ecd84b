package dev.assay.toolservice;

import dev.assay.skill.StoredContent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// The bytes of artifacts, of all projects.
final class StoredArtifacts implements StoredContent {
  private final ArtifactStore store;

  StoredArtifacts(ArtifactStore store) {
    this.store = store;
  }

  @Override
  public String kind() {
    return "artifact";
  }

  @Override
  public List<Item> list() {
    return store.ids().stream().map(id -> new Item(id.toString(), id.toString())).toList();
  }

  @Override
  public Optional<String> findDamage(String id) {
    return store.find(UUID.fromString(id)).flatMap(this::findDamage);
  }

  private Optional<String> findDamage(Artifact artifact) {
    try {
      return store.isWhole(artifact)
          ? Optional.empty()
          : Optional.of(ArtifactStore.damaged(artifact).reason());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
