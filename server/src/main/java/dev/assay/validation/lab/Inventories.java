package dev.assay.validation.lab;

import dev.assay.images.ImageContents;
import dev.assay.images.RuntimeImage;
import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageSource;
import java.util.Optional;
import java.util.UUID;

/// The stored lists of the content of images.
public record Inventories(ImageContents kept) {
  public Inventory of(RuntimeImage image) {
    if (image.contents().isEmpty() && !image.image().layers().isEmpty()) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "The runtime image %s was made by an older version of Assay, which kept no list of its files, so nobody can say what is in it. Roll back to v1.0 and validate the skills again."
              .formatted(image.version()));
    }
    return image.contents().map(this::load).orElse(Inventory.EMPTY);
  }

  public Inventory load(Digest digest) {
    return Inventory.unpack(kept.load(digest));
  }

  /// @return the digest of the inventory; empty if the inventory is empty
  Optional<Digest> keep(UUID run, Inventory inventory) {
    if (inventory.equals(Inventory.EMPTY)) {
      return Optional.empty();
    }
    Digest digest = inventory.digest();
    kept.keep(
        digest,
        inventory.packed(),
        run,
        inventory.packages().stream().map(PackageSource::sha256).toList());
    return Optional.of(digest);
  }
}
