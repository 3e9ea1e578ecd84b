package dev.assay.sandbox.local;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/// Frozen upper folders. A layer is never changed once it has its name.
final class LayerStore {
  private static final String NAME = "[0-9a-f]{16}";
  static final String UNFINISHED = ".unfinished";
  static final String UNUSED = ".unused";

  /// Copies that nobody finished within this time have no maker any more.
  private static final Duration FORGOTTEN = Duration.ofDays(1);

  private final EngineFolders storage;
  private final NativeProgram program;
  private final LayerUses uses;

  private final Optional<LayerTransfer> transfer;

  /// @param transfer to and from the other servers, if there are any
  LayerStore(EngineFolders storage, NativeProgram program, Optional<LayerTransfer> transfer) {
    this.storage = storage;
    this.program = program;
    this.transfer = transfer;
    this.uses = new LayerUses(storage.folder("uses"));
  }

  /// From now until [#discard] nobody removes what an image is made of.
  void use(String user, SandboxImage image) {
    List<String> names = new ArrayList<>(image.layers());
    boolean imported = image.base().matches(ImportedBases.NAME);
    if (imported) {
      names.add(image.base());
    }
    if (names.isEmpty()) {
      return;
    }
    image.layers().forEach(this::fetch);
    boolean _ =
        uses.alone(
            () -> {
              image.layers().forEach(this::require);
              if (imported) {
                requireBase(image.base());
              }
              uses.begin(user, names);
              return true;
            });
  }

  /// Brings a layer here if only other servers have it.
  private void fetch(String layer) {
    if (layer.matches(NAME) && transfer.isPresent() && !Files.isDirectory(storage.layer(layer))) {
      transfer.get().pull(layer, this::remove);
    }
  }

  /// Shares a layer with the other servers, before anybody knows its name.
  private String shared(String layer) {
    try {
      transfer.ifPresent(each -> each.push(layer));
      return layer;
    } catch (RuntimeException e) {
      drop(layer);
      throw e;
    }
  }

  /// Shares those that are here and that other servers do not have yet.
  void share(Collection<String> names) {
    names.stream()
        .filter(layer -> layer.matches(NAME) && Files.isDirectory(storage.layer(layer)))
        .forEach(layer -> transfer.ifPresent(each -> each.push(layer)));
  }

  private void requireBase(String base) {
    if (!Files.isDirectory(Bases.folder(storage.root(), base))) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The base " + base + " is not in this machine's storage " + storage.root() + ".");
    }
  }

  private void require(String layer) {
    if (!layer.matches(NAME) || !Files.isDirectory(storage.layer(layer))) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED,
          "The layer " + layer + " is not in this machine's storage " + storage.root() + ".");
    }
  }

  /// A copy of what a standing sandbox has written.
  ///
  /// @param intact asked afterwards: whether the sandbox was there all the time
  String copy(String id, BooleanSupplier intact) {
    String layer = storage.newId();
    Path unfinished = storage.layer(layer + UNFINISHED);
    copy(storage.live(id).resolve("upper"), unfinished);
    if (!intact.getAsBoolean()) {
      remove(List.of(unfinished));
      throw new SandboxFailure(
          ErrorCode.SANDBOX_GONE, "The sandbox " + id + " ended during the snapshot.");
    }
    storage.adopt(unfinished, layer);
    return shared(layer);
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
    return shared(adoptHere(id));
  }

  /// The same, but for this server only.
  String adoptHere(String id) {
    String layer = storage.newId();
    storage.adopt(storage.live(id).resolve("upper"), layer);
    return layer;
  }

  void discard(String id) {
    remove(storage.remains(id));
    uses.end(id);
  }

  /// All layers as one.
  SandboxImage squash(SandboxImage image) {
    if (image.layers().size() < 2) {
      return image;
    }
    String layer = storage.newId();
    Path unfinished = storage.layer(layer + UNFINISHED);
    List<String> all = image.layers();
    use(layer, image);
    try {
      copy(storage.layer(all.getFirst()), unfinished);
      for (String upper : all.subList(1, all.size())) {
        merge(storage.layer(upper), unfinished);
      }
      storage.adopt(unfinished, layer);
      return image.bare().plus(shared(layer));
    } finally {
      uses.end(layer);
    }
  }

  private void merge(Path upper, Path unfinished) {
    try {
      program.run("own", "merge", upper.toString(), unfinished.toString());
    } catch (SandboxFailure e) {
      remove(List.of(unfinished));
      throw e;
    }
  }

  Path path(String layer) {
    fetch(layer);
    require(layer);
    return storage.layer(layer);
  }

  long size(List<String> all) {
    all.forEach(this::fetch);
    all.forEach(this::require);
    return all.stream().mapToLong(layer -> storage.size(storage.layer(layer))).sum();
  }

  /// What nobody uses gets another name first, so that nobody can begin to; then it is removed.
  int collect(Set<String> kept, Instant madeBefore) {
    int unused =
        setAside(
            used ->
                storage.layers().stream()
                    .filter(layer -> layer.matches(NAME))
                    .filter(layer -> !kept.contains(layer) && !used.contains(layer))
                    .filter(layer -> storage.madeBefore(layer, madeBefore))
                    .map(storage::layer)
                    .toList());
    Instant longAgo = Instant.now().minus(FORGOTTEN);
    remove(
        storage.layers().stream()
            .filter(
                layer ->
                    layer.endsWith(UNUSED)
                        || (!layer.matches(NAME) && storage.changedBefore(layer, longAgo)))
            .map(storage::layer)
            .toList());
    transfer.ifPresent(each -> each.collect(kept, madeBefore));
    return unused;
  }

  /// Gives folders another name while no use can begin.
  ///
  /// @param choice names the folders, given everything that is in use
  int setAside(Function<Set<String>, List<Path>> choice) {
    return uses.alone(
        () -> {
          List<Path> unused = choice.apply(uses.all());
          unused.forEach(folder -> storage.rename(folder, Path.of(folder + UNUSED)));
          return unused.size();
        });
  }

  /// Removes a layer that nobody else knows.
  void drop(String layer) {
    remove(List.of(storage.layer(layer)));
  }

  /// Removes trees that sandboxes wrote.
  void remove(List<Path> paths) {
    if (paths.isEmpty()) {
      return;
    }
    List<String> words = new ArrayList<>(List.of("own", "remove"));
    paths.forEach(path -> words.add(path.toString()));
    program.run(words.toArray(String[]::new));
  }
}
