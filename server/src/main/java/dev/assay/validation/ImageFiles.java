package dev.assay.validation;

import dev.assay.contents.Contents;
import dev.assay.contents.Item;
import dev.assay.images.ImageContents;
import dev.assay.images.Images;
import dev.assay.images.RuntimeImage;
import dev.assay.skill.Digest;
import dev.assay.validation.dependency.Inventory;
import dev.assay.validation.dependency.PackageSource;
import dev.assay.validation.lab.Inventories;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The files of runtime images, and the differences between two images.
public final class ImageFiles {
  private final Images images;
  private final Inventories inventories;

  public ImageFiles(Images images, ImageContents contents) {
    this.images = images;
    this.inventories = new Inventories(contents);
  }

  /// A file or a link of an image.
  ///
  /// @param content `sha256:…` for a file, `-> target` for a link
  /// @param packages the packages that claim the file
  public record FileLine(String path, String mode, String content, List<String> packages) {
    static FileLine of(Item item) {
      return new FileLine(
          item.path(),
          "%04o".formatted(item.mode()),
          (item.kind() == Item.Kind.FILE ? "sha256:" : "-> ") + item.content(),
          item.owners());
    }
  }

  /// The file from which a package was installed.
  ///
  /// @param made the origin: `published`, `carried` or `built-here`
  /// @param builtFrom the hash of the sources from which the package was built here
  public record PackageLine(
      String ecosystem,
      String name,
      String version,
      String environment,
      String file,
      String sha256,
      long size,
      String made,
      String origin,
      Optional<String> builtFrom) {
    static PackageLine of(PackageSource source) {
      return new PackageLine(
          source.ecosystem().name().toLowerCase(Locale.ROOT),
          source.name(),
          source.version(),
          source.environment(),
          source.file(),
          source.sha256().toString(),
          source.size(),
          source.made().name().toLowerCase(Locale.ROOT).replace('_', '-'),
          source.origin(),
          source.builtFrom().map(Digest::toString));
    }
  }

  /// @param digest the digest of the list as text
  public record Listing(String digest, List<PackageLine> packages, List<FileLine> files) {}

  /// @param change the change: `added`, `changed` or `removed`
  public record FileChange(
      String path, String change, Optional<FileLine> before, Optional<FileLine> after) {}

  /// @throws dev.assay.skill.AssayException with `IMAGE_NOT_FOUND`
  public Listing list(String version) {
    Inventory inventory = inventory(version);
    return new Listing(
        inventory.digest().toString(),
        inventory.packages().stream().map(PackageLine::of).toList(),
        inventory.files().items().values().stream().map(FileLine::of).toList());
  }

  /// Returns the stored text of the list. Its SHA-256 is the digest that attestations name.
  public String text(String version) {
    return inventory(version).text();
  }

  public List<FileChange> differences(String from, String to) {
    List<FileChange> changes = new ArrayList<>();
    for (Contents.Difference each : inventory(from).files().differences(inventory(to).files())) {
      changes.add(
          new FileChange(
              each.path(),
              each.word(),
              each.before().map(FileLine::of),
              each.after().map(FileLine::of)));
    }
    return changes;
  }

  private Inventory inventory(String version) {
    RuntimeImage image = images.load(RuntimeImage.numberOf(version));
    return inventories.of(image);
  }
}
