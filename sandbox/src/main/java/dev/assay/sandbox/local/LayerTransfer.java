package dev.assay.sandbox.local;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.LayerArchive;
import dev.assay.skill.sandbox.SandboxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Brings layers and the `debian` base from one server to another, as archives that keep what
/// overlays are made of: modes, links, whiteouts and attributes.
final class LayerTransfer {
  private static final String LAYER = "layer/";
  private static final String BASE = "base/";
  private static final List<String> TAR =
      List.of("tar", "--xattrs", "--xattrs-include=*", "--numeric-owner", "--file=-");

  private final LayerArchive archive;
  private final EngineFolders storage;
  private final Map<String, ReentrantLock> pulling = new ConcurrentHashMap<>();

  LayerTransfer(LayerArchive archive, EngineFolders storage) {
    this.archive = archive;
    this.storage = storage;
  }

  void push(String layer) {
    push(LAYER + layer, storage.layer(layer));
  }

  private void push(String name, Path folder) {
    try {
      archive.keep(name, sink -> pack(folder, sink));
    } catch (IOException e) {
      throw failed(name + " cannot be stored", e);
    }
  }

  /// Does nothing if nobody has it.
  ///
  /// @param remover removes what was not finished
  void pull(String layer, Consumer<List<Path>> remover) {
    ReentrantLock lock = pulling.computeIfAbsent(layer, _ -> new ReentrantLock());
    lock.lock();
    try {
      if (!Files.isDirectory(storage.layer(layer))) {
        Path unfinished = storage.layer(layer + "." + storage.newId() + LayerStore.UNFINISHED);
        pull(LAYER + layer, unfinished, remover, () -> storage.adopt(unfinished, layer));
      }
    } finally {
      lock.unlock();
    }
  }

  private void pull(String name, Path fresh, Consumer<List<Path>> remover, Runnable finish) {
    Optional<InputStream> found = archive.find(name);
    if (found.isEmpty()) {
      return;
    }
    try (InputStream bytes = found.get()) {
      Files.createDirectory(fresh);
      try {
        storage.give(fresh);
        unpack(bytes, fresh);
        finish.run();
      } finally {
        if (Files.exists(fresh)) {
          remover.accept(List.of(fresh));
        }
      }
    } catch (IOException e) {
      throw failed(name + " cannot be fetched", e);
    }
  }

  void collect(Set<String> kept, Instant keptBefore) {
    Set<String> names = kept.stream().map(layer -> LAYER + layer).collect(Collectors.toSet());
    int _ = archive.collect(LAYER, names, keptBefore);
  }

  /// Sees to it that a base with a name that says nothing of its content is the same on all
  /// servers: the first one that has it shares it, the others fetch it.
  ///
  /// @throws AssayException with `CONFIGURATION_INVALID` if this home has another one
  void settle(Path base, Consumer<List<Path>> remover) {
    String name = BASE + base.getFileName();
    Path note = base.resolveSibling(".shared-" + base.getFileName());
    try {
      if (Files.isDirectory(base) && archive.findDigest(name).isEmpty()) {
        push(name, base);
        Files.writeString(note, archive.findDigest(name).orElse(""));
      } else if (!Files.isDirectory(base)) {
        Path fresh = base.resolveSibling(".fetched-" + storage.newId());
        pull(name, fresh, remover, () -> storage.rename(fresh, base));
        if (Files.isDirectory(base)) {
          Files.writeString(note, archive.findDigest(name).orElse(""));
        }
      }
      String own = Files.exists(note) ? Files.readString(note) : "";
      if (Files.isDirectory(base) && !archive.findDigest(name).orElse("").equals(own)) {
        throw new AssayException(
            ErrorCode.CONFIGURATION_INVALID,
            "The base in %s is another one than that of the other servers of this database. Remove the folder, and the shared one is fetched with the next start."
                .formatted(base));
      }
    } catch (IOException e) {
      throw failed(name + " cannot be shared", e);
    }
  }

  private static void pack(Path folder, OutputStream sink) throws IOException {
    String owner = "+" + EngineFolders.SANDBOX_UID;
    run(
        List.of(
            "--create",
            "--sparse", // a file of nothing but holes may be as long as the disk
            "--sort=name",
            "--owner=" + owner,
            "--group=" + owner,
            "--directory=" + folder,
            "."),
        process -> {
          process.getOutputStream().close();
          process.getInputStream().transferTo(sink);
        });
  }

  private static void unpack(InputStream bytes, Path folder) throws IOException {
    run(
        List.of(
            "--extract",
            "--preserve-permissions",
            EngineFolders.byRoot() ? "--same-owner" : "--no-same-owner",
            "--directory=" + folder),
        process -> {
          try (OutputStream in = process.getOutputStream()) {
            bytes.transferTo(in);
          }
        });
  }

  @FunctionalInterface
  private interface Stream {
    void through(Process process) throws IOException;
  }

  private static void run(List<String> words, Stream stream) throws IOException {
    List<String> command = new ArrayList<>(TAR);
    command.addAll(words);
    Path complaints = Files.createTempFile("assay-layer", ".log");
    Process process = new ProcessBuilder(command).redirectError(complaints.toFile()).start();
    try {
      IOException broken = null;
      try {
        stream.through(process);
      } catch (IOException e) {
        broken = e; // what tar says explains more
      }
      if (broken != null) {
        process.destroy();
      }
      int code = process.waitFor();
      String said = Files.readString(complaints, StandardCharsets.ISO_8859_1).strip();
      if (code != 0 || broken != null) {
        throw new IOException("tar ended with exit code " + code + ": " + said, broken);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while tar worked.", e);
    } finally {
      process.destroyForcibly();
      Files.deleteIfExists(complaints);
    }
  }

  private static SandboxFailure failed(String what, IOException cause) {
    return new SandboxFailure(
        ErrorCode.SANDBOX_FAILED, "The " + what + ": " + cause.getMessage(), cause);
  }
}
