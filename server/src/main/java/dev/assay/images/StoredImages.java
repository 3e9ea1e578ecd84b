package dev.assay.images;

import dev.assay.skill.StoredContent;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxImage;
import java.util.List;
import java.util.Optional;

/// The layers of runtime images.
public final class StoredImages implements StoredContent {
  private final Images images;
  private final SandboxEngine engine;

  public StoredImages(Images images, SandboxEngine engine) {
    this.images = images;
    this.engine = engine;
  }

  @Override
  public String kind() {
    return "image";
  }

  @Override
  public List<Item> list() {
    return images.list().stream()
        .filter(each -> each.image().engine().equals(engine.name()))
        .filter(each -> !each.image().layers().isEmpty())
        .map(each -> new Item(each.version(), each.version()))
        .toList();
  }

  @Override
  public Optional<String> findDamage(String id) {
    SandboxImage image = images.load(RuntimeImage.numberOf(id)).image();
    engine.requireIntactInFull(image);
    return Optional.empty();
  }
}
