package dev.assay.sandbox.local;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.LayerDigests;
import dev.assay.skill.sandbox.LayerEntry;
import dev.assay.skill.sandbox.SandboxFailure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/// Compares layers with what was admitted: in full when this process first uses them, then as long
/// as inode, size and time of change of everything in them stay.
final class LayerCheck {
  /// Two changes within so short a time can have the same time.
  private static final Duration ONE_TIME = Duration.ofMillis(100);

  private final EngineFolders storage;
  private final NativeProgram program;
  private final LayerDigests digests;
  private final Map<String, String> checked = new ConcurrentHashMap<>();
  private final Map<String, Object> locks = new ConcurrentHashMap<>();

  LayerCheck(EngineFolders storage, NativeProgram program, LayerDigests digests) {
    this.storage = storage;
    this.program = program;
    this.digests = digests;
  }

  /// @param sum over everything in it
  /// @param latest time of change in it
  private record State(String sum, Instant latest) {
    static State parse(String line) {
      String[] words = line.split(" ", 2);
      return new State(words[0], Instant.EPOCH.plusNanos(Long.parseLong(words[1])));
    }
  }

  /// Writes down what a layer is, from what was read of it when its content was admitted.
  ///
  /// @throws AssayException with `STORED_FILES_DAMAGED` if it was something else before
  void admit(String layer, List<LayerEntry> entries) {
    Digest found = digest(entries);
    if (!digests.keep(layer, found).equals(found)) {
      checked.remove(layer);
      throw damaged(layer);
    }
  }

  /// Compares them while something else goes on.
  Future<?> beside(Collection<String> layers) {
    if (layers.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    FutureTask<?> comparison = new FutureTask<>(() -> require(layers), null);
    Thread.ofVirtual().name("layer-check").start(comparison);
    return comparison;
  }

  /// The end of a comparison beside.
  ///
  /// @throws AssayException with `STORED_FILES_DAMAGED`
  static void await(Future<?> comparison) {
    try {
      Object _ = comparison.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted.", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AssayException ours) {
        throw ours;
      }
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "Layers could not be compared: " + e.getCause(), e);
    }
  }

  /// @throws AssayException with `STORED_FILES_DAMAGED` if one is not what was admitted
  void require(Collection<String> layers) {
    List<String> all = List.copyOf(layers);
    List<State> states = states(all);
    for (int number = 0; number < all.size(); number++) {
      String layer = all.get(number);
      if (!states.get(number).sum().equals(checked.get(layer))) {
        synchronized (locks.computeIfAbsent(layer, _ -> new Object())) {
          compare(layer);
        }
      }
    }
  }

  /// From now on everything is read again.
  void forget(Collection<String> layers) {
    checked.keySet().removeAll(layers);
  }

  private void compare(String layer) {
    Instant begun = Instant.now();
    State before = states(List.of(layer)).getFirst();
    if (before.sum().equals(checked.get(layer))) {
      return; // somebody else did
    }
    checked.remove(layer);
    admit(layer, LayerScan.entries(program, storage.layer(layer)));
    if (!states(List.of(layer)).getFirst().equals(before)) {
      throw damaged(layer); // it is being changed
    }
    if (before.latest().isBefore(begun.minus(ONE_TIME))) {
      checked.put(layer, before.sum());
    }
  }

  private List<State> states(List<String> layers) {
    if (layers.isEmpty()) {
      return List.of();
    }
    List<String> words = new ArrayList<>(List.of("own", "state"));
    layers.stream().map(storage::layer).map(Path::toString).forEach(words::add);
    return program.run(words.toArray(String[]::new)).stream().map(State::parse).toList();
  }

  private static Digest digest(List<LayerEntry> entries) {
    MessageDigest sum = Digest.sha256();
    entries.stream()
        .sorted(Comparator.comparing(LayerEntry::path))
        .map(
            entry ->
                "%s %o %s\0%s\0%s\n"
                    .formatted(
                        entry.kind(),
                        entry.mode(),
                        entry.attributes(),
                        entry.path(),
                        entry.content()))
        .forEach(line -> sum.update(line.getBytes(StandardCharsets.UTF_8)));
    return Digest.finish(sum);
  }

  private static AssayException damaged(String layer) {
    return new AssayException(
        ErrorCode.STORED_FILES_DAMAGED,
        "The layer %s of the image is damaged: it is not what was admitted. This is a fault of the platform, not of a skill. Restore it from a backup, or validate the skills that brought its packages again."
            .formatted(layer));
  }
}
