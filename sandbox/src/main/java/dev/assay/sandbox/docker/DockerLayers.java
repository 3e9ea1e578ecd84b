package dev.assay.sandbox.docker;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Layers as images of the daemon: each is a commit on top of the one before, so the last one is
/// the whole.
final class DockerLayers {
  static final String REPOSITORY = "skill-runtime";
  static final String LABEL = "assay.layer";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,100}");

  private final DockerDaemon daemon;
  private final DockerBases bases;

  DockerLayers(DockerDaemon daemon, DockerBases bases) {
    this.daemon = daemon;
    this.bases = bases;
  }

  /// By which the daemon knows an image.
  ///
  /// @throws SandboxFailure if one of its layers is not there
  String reference(SandboxImage image) {
    for (String layer : image.layers()) {
      if (!NAME.matcher(layer).matches() || daemon.findImage(tagged(layer)).isEmpty()) {
        throw new SandboxFailure(
            ErrorCode.SANDBOX_FAILED, "The daemon has no layer " + layer + " of that image.");
      }
    }
    return image.layers().isEmpty()
        ? bases.reference(image.base())
        : tagged(image.layers().getLast());
  }

  SandboxImage commit(String container, SandboxImage below) {
    String layer = newName();
    daemon.commit(container, REPOSITORY, layer);
    return below.plus(layer);
  }

  /// The file system of the whole as one layer.
  SandboxImage squash(SandboxImage image) {
    if (image.layers().size() < 2) {
      return image;
    }
    String name = "assay-squash-" + UUID.randomUUID();
    String container =
        daemon.createContainer(
            name, Map.of("Image", reference(image), "Entrypoint", List.of("/none")));
    try (InputStream tar = daemon.export(container)) {
      String layer = newName();
      daemon.importImage(tar::transferTo, REPOSITORY, layer);
      return image.bare().plus(layer);
    } catch (IOException e) {
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "The image cannot be squashed: " + e, e);
    } finally {
      daemon.remove(container);
    }
  }

  /// What the topmost layer has, without what every container gets.
  List<LayerEntry> changes(SandboxImage image) {
    if (image.layers().isEmpty()) {
      return List.of();
    }
    String reference = reference(image);
    JsonNode layers = image(reference).path("RootFS").path("Layers");
    String topmost = layers.path(layers.size() - 1).asString("");
    try (InputStream saved = daemon.save(reference)) {
      return MountPlaces.removedFrom(
          SavedLayer.find(saved, topmost)
              .orElseThrow(() -> new IOException("no layer in it has the digest " + topmost)));
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "What the layer %s changes cannot be read from the daemon: %s"
              .formatted(image.layers().getLast(), e.getMessage()),
          e);
    }
  }

  /// Tags images with their versions, and takes such tags from all others.
  void publish(Map<String, SandboxImage> versions) {
    Set<String> wanted = new HashSet<>();
    versions.forEach(
        (version, image) -> {
          boolean there =
              !image.layers().isEmpty()
                  && daemon.findImage(tagged(image.layers().getLast())).isPresent();
          if (there && NAME.matcher(version).matches()) {
            daemon.tag(tagged(image.layers().getLast()), REPOSITORY, version);
            wanted.add(version);
          }
        });
    for (JsonNode image : daemon.images(REPOSITORY)) {
      for (ImageTag one : ImageTag.of(image, REPOSITORY)) {
        if (one.tag().startsWith("v") && !wanted.contains(one.tag())) {
          boolean _ = daemon.removeImage(one.name());
        }
      }
    }
  }

  long size(SandboxImage image) {
    long whole = size(reference(image));
    return Math.max(0, whole - size(bases.reference(image.base())));
  }

  private long size(String reference) {
    return image(reference).path("Size").asLong();
  }

  private JsonNode image(String reference) {
    return daemon
        .findImage(reference)
        .orElseThrow(
            () -> new AssayException(ErrorCode.SANDBOX_FAILED, "There is no " + reference + "."));
  }

  /// The daemon itself keeps what a container or another image is made of.
  int collect(Collection<SandboxImage> kept, Instant madeBefore) {
    Set<String> used = new HashSet<>();
    kept.forEach(image -> used.addAll(image.layers()));
    int removed = 0;
    for (JsonNode image : daemon.images(REPOSITORY)) {
      boolean old = Instant.ofEpochSecond(image.path("Created").asLong()).isBefore(madeBefore);
      List<ImageTag> tags = ImageTag.of(image, REPOSITORY);
      if (old && !tags.isEmpty() && tags.stream().noneMatch(one -> used.contains(one.tag()))) {
        boolean gone = true;
        for (ImageTag one : tags) {
          gone &= daemon.removeImage(one.name());
        }
        removed += gone ? 1 : 0;
      }
    }
    return removed;
  }

  private static String newName() {
    return "temp-" + UUID.randomUUID();
  }

  private static String tagged(String layer) {
    return REPOSITORY + ":" + layer;
  }
}
