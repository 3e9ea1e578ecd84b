package dev.assay.sandbox.local;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// Frozen upper folders. A layer is never changed once it has its name.
final class LayerStore {
  private static final String UNFINISHED = ".unfinished";

  private final Storage storage;
  private final NativeProgram program;

  LayerStore(Storage storage, NativeProgram program) {
    this.storage = storage;
    this.program = program;
  }

  void require(String layer) {
    if (!layer.matches("[0-9a-f]{16}") || !Files.isDirectory(storage.layer(layer))) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The layer " + layer + " is not in this machine's storage " + storage.root() + ".");
    }
  }

  /// A copy of what a standing sandbox has written.
  String copy(String id) {
    String layer = newName();
    Path unfinished = storage.layer(layer + UNFINISHED);
    copy(storage.live(id).resolve("upper"), unfinished);
    storage.adopt(unfinished, layer);
    return layer;
  }

  /// By the helper, which follows no link on the way. What failed leaves nothing behind.
  private void copy(Path from, Path to) {
    try {
      program.run("own", "copy", from.toString(), to.toString());
    } catch (SandboxFailure e) {
      remove(List.of(to, Path.of(to + ".links")));
      throw e;
    }
  }

  /// What an ended sandbox has written, by changing its name.
  String adopt(String id) {
    String layer = newName();
    storage.adopt(storage.live(id).resolve("upper"), layer);
    return layer;
  }

  void discard(String id) {
    remove(storage.remains(id));
  }

  /// All layers as one.
  SandboxImage squash(SandboxImage image) {
    if (image.layers().size() < 2) {
      return image;
    }
    image.layers().forEach(this::require);
    String layer = newName();
    Path unfinished = storage.layer(layer + UNFINISHED);
    List<String> all = image.layers();
    copy(storage.layer(all.getFirst()), unfinished);
    for (String upper : all.subList(1, all.size())) {
      program.run("own", "merge", storage.layer(upper).toString(), unfinished.toString());
    }
    storage.adopt(unfinished, layer);
    return SandboxImage.of(image.base()).plus(layer);
  }

  int collect(Set<String> used, Instant madeBefore) {
    List<Path> unused = new ArrayList<>();
    for (String layer : storage.layers()) {
      if (!used.contains(layer) && storage.madeBefore(layer, madeBefore)) {
        unused.add(storage.layer(layer));
      }
    }
    remove(unused);
    return unused.size();
  }

  private void remove(List<Path> paths) {
    if (paths.isEmpty()) {
      return;
    }
    List<String> words = new ArrayList<>(List.of("own", "remove"));
    paths.forEach(path -> words.add(path.toString()));
    program.run(words.toArray(String[]::new));
  }

  private static String newName() {
    return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }
}
