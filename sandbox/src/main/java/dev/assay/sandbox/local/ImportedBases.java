package dev.assay.sandbox.local;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Outcome;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxEngine;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import dev.assay.skill.sandbox.SandboxSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Bases of the operator's own, taken in once under the name of their content. What they hold is
/// not trusted: it is unpacked inside a sandbox, which has no way out and the usual limits, and has
/// to show there that it can be used.
final class ImportedBases {
  static final String NAME = "custom-[0-9a-f]{12}";

  private static final Duration PATIENCE = Duration.ofHours(1);
  private static final int DIGITS = 12;
  static final String PURPOSE = "import of a base";
  private static final String OWNER = "assay";
  private static final String PLACE = "/workspace/base";

  /// Devices are not made: those in /dev every sandbox has anyway, others are refused by tar.
  private static final String UNPACK =
      """
      mkdir "$1" && cd "$1" &&
      tar -x -p --no-same-owner --exclude='dev/*' --exclude='./dev/*' "$2" -f - &&
      cat >/dev/null &&
      mkdir -p dev proc run sys tmp etc root opt/runtime workspace/uploads workspace/intermediate \
        workspace/skills &&
      { [ -e skills ] || [ -L skills ] || ln -s /workspace/skills skills; } &&
      find . -perm /6000 ! -type l -exec chmod ug-s {} +
      """;

  private static final String USE = "python3 -c 'import json, sys; print(6 * 7)'";

  private final EngineFolders storage;
  private final Bases bases;
  private final LayerStore layers;
  private final SandboxEngine engine;

  ImportedBases(EngineFolders storage, Bases bases, LayerStore layers, SandboxEngine engine) {
    this.storage = storage;
    this.bases = bases;
    this.layers = layers;
    this.engine = engine;
  }

  /// The base that was taken from there before, whatever is there now.
  static Optional<String> find(Path storage, BaseSource source) {
    try {
      return Files.readString(note(storage, source))
          .lines()
          .findFirst()
          .filter(name -> name.matches(NAME) && Files.isDirectory(Bases.folder(storage, name)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// Takes it in as it is now.
  String take(BaseSource source) {
    source
        .findObstacle(storage.root())
        .ifPresent(
            obstacle -> {
              throw unusable(source, "it " + obstacle + ".", null);
            });
    try {
      String name = unpack(source);
      prove(source, name);
      write(source, name);
      return name;
    } catch (IOException e) {
      throw unusable(source, Visible.line(String.valueOf(e.getMessage()), 300), e);
    }
  }

  /// Removes those that were taken in before, which no image, no sandbox and no source has now.
  int collect(Set<String> kept, Instant madeBefore) {
    int unused =
        layers.setAside(
            used ->
                bases.names().stream()
                    .filter(name -> name.matches(NAME))
                    .filter(name -> !kept.contains(name) && !used.contains(name))
                    .filter(name -> !noted().contains(name))
                    .map(bases::folder)
                    .filter(folder -> isTakenBefore(folder, madeBefore))
                    .toList());
    try (Stream<Path> all = Files.list(storage.folder("bases"))) {
      layers.remove(all.filter(path -> path.toString().endsWith(LayerStore.UNUSED)).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return unused;
  }

  /// What each source was when it was last taken in.
  private Set<String> noted() {
    Path imports = storage.root().resolve("imports");
    if (Files.notExists(imports)) {
      return Set.of();
    }
    Set<String> names = new HashSet<>();
    try (DirectoryStream<Path> notes = Files.newDirectoryStream(imports)) {
      for (Path note : notes) {
        names.addAll(Files.readAllLines(note));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }

  /// By the kernel's own time, as the archive sets the others.
  private static boolean isTakenBefore(Path folder, Instant when) {
    try {
      return ((FileTime) Files.getAttribute(folder, "unix:ctime")).toInstant().isBefore(when);
    } catch (IOException e) {
      return false; // gone meanwhile
    }
  }

  private String unpack(BaseSource source) throws IOException {
    SandboxSpec spec =
        SandboxSpec.of(SandboxImage.of(SandboxImage.HOST), OWNER)
            .withPurpose(PURPOSE)
            .withTerms(PATIENCE, PATIENCE.multipliedBy(2));
    try (Sandbox sandbox = engine.create(spec);
        Content content = Content.of(source.path());
        DigestInputStream stream = new DigestInputStream(content.bytes(), Digest.sha256())) {
      String option =
          Files.isDirectory(source.path())
              ? "--no-auto-compress"
              : source.tarOption().orElse("--no-auto-compress");
      CommandResult result =
          sandbox.run(
              Command.of("/bin/sh", "-c", UNPACK, "sh", PLACE, option)
                  .withTimeout(PATIENCE)
                  .withInput(() -> stream));
      content.requireWhole();
      if (!result.succeeded()) {
        throw unusable(source, reason(result), null);
      }
      String name = "custom-" + Digest.finish(stream.getMessageDigest()).hex().substring(0, DIGITS);
      adopt(sandbox.freeze(), name);
      return name;
    }
  }

  private void adopt(SandboxImage image, String name) throws IOException {
    String layer = image.layers().getLast();
    try {
      if (!bases.names().contains(name)) {
        Files.move(
            storage.layer(layer).resolve("root" + PLACE),
            bases.folder(name),
            StandardCopyOption.ATOMIC_MOVE);
      }
    } finally {
      layers.drop(layer);
    }
  }

  /// That a shell and Python run in it, on this machine's processor.
  private void prove(BaseSource source, String name) {
    String reason;
    try (Sandbox sandbox = engine.create(SandboxSpec.of(SandboxImage.of(name), OWNER))) {
      CommandResult result = sandbox.run(Command.shell(USE));
      if (result.succeeded() && result.stdout().text().strip().equals("42")) {
        return;
      }
      reason = "/bin/sh and python3 do not run in it: " + reason(result);
    } catch (SandboxFailure e) {
      reason = "no sandbox starts from it: " + e.reason();
    }
    layers.remove(List.of(bases.folder(name)));
    throw unusable(source, reason, null);
  }

  private void write(BaseSource source, String name) throws IOException {
    Path note = note(storage.root(), source);
    Files.createDirectories(note.getParent());
    Files.writeString(note, name + "\n" + source.path() + "\n");
  }

  private static Path note(Path storage, BaseSource source) {
    byte[] path = source.path().toString().getBytes(StandardCharsets.UTF_8);
    return storage.resolve("imports").resolve(Digest.of(path).hex().substring(0, 16));
  }

  private static String reason(CommandResult result) {
    String words =
        switch (result.outcome()) {
          case Outcome.Exited exited -> "it ended with exit code " + exited.code();
          case Outcome.Signalled signalled -> "it was ended by signal " + signalled.signal();
          case Outcome.NotFound missing -> missing.program() + ": " + missing.reason();
          case Outcome.TimedOut timedOut -> "it took longer than " + timedOut.after();
          case Outcome.OutOfMemory _ -> "it used up its memory";
          case Outcome.LimitExceeded limit -> "it is larger than the limit of " + limit.limit();
          case Outcome.Killed _ -> "it was killed";
        };
    String said = result.stderr().text().strip();
    return said.isEmpty() ? words + "." : words + ": " + Visible.line(said, 300);
  }

  private static AssayException unusable(
      BaseSource source, String reason, @Nullable Throwable cause) {
    return new AssayException(
        ErrorCode.CONFIGURATION_INVALID,
        "The base %s cannot be used: %s It has to be a folder or a tar archive with a whole system for this processor, with /bin/sh and python3."
            .formatted(source.path(), reason.endsWith(".") ? reason : reason + "."),
        cause);
  }

  /// The bytes of an archive: of the file, or of one that tar makes of a folder.
  private record Content(InputStream bytes, Optional<Process> tar, Optional<Path> complaints)
      implements AutoCloseable {
    static Content of(Path path) throws IOException {
      if (!Files.isDirectory(path)) {
        return new Content(Files.newInputStream(path), Optional.empty(), Optional.empty());
      }
      Path complaints = Files.createTempFile("assay-base", ".log");
      Process tar =
          new ProcessBuilder(
                  List.of(
                      "tar",
                      "-c",
                      "--sort=name",
                      "--numeric-owner",
                      "--one-file-system",
                      "-C",
                      path.toString(),
                      "-f",
                      "-",
                      "."))
              .redirectError(complaints.toFile())
              .start();
      tar.getOutputStream().close();
      return new Content(tar.getInputStream(), Optional.of(tar), Optional.of(complaints));
    }

    /// Files that could not be read would be missing without a word.
    void requireWhole() throws IOException {
      if (tar.isEmpty()) {
        return;
      }
      try {
        if (tar.get().waitFor() > 0) {
          throw new IOException(Files.readString(complaints.orElseThrow()).strip());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("Interrupted.", e);
      }
    }

    @Override
    public void close() throws IOException {
      tar.ifPresent(Process::destroyForcibly);
      bytes.close();
      if (complaints.isPresent()) {
        Files.deleteIfExists(complaints.get());
      }
    }
  }
}
