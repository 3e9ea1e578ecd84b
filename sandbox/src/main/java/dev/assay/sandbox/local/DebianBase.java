package dev.assay.sandbox.local;

import dev.assay.sandbox.settings.DebianBuild;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Builds the `debian` base: an unpacked minimal system that belongs, every file of it, to the uid
/// sandboxes have outside, so that inside it is writable as a whole.
final class DebianBase {
  private final EngineFolders storage;
  private final Bases bases;

  DebianBase(EngineFolders storage, Bases bases) {
    this.storage = storage;
    this.bases = bases;
  }

  void build(DebianBuild build) {
    Path target = bases.folder(SandboxImage.DEBIAN);
    if (Files.isDirectory(target)) {
      return;
    }
    Path builder =
        MachinePrograms.find("mmdebstrap")
            .orElseThrow(
                () ->
                    new SandboxFailure(
                        ErrorCode.SANDBOX_UNAVAILABLE,
                        "The debian base is built by mmdebstrap, which is not installed. On Debian:"
                            + " apt-get install mmdebstrap"));
    try {
      Path work = Files.createTempDirectory(storage.folder("bases"), ".debian");
      storage.give(work);
      Path archive = work.resolve("base.tar");
      Path tree = Files.createDirectory(work.resolve("tree"));
      storage.give(tree);
      run(words(builder, build, archive), build.progress());
      run(unpack(archive, tree), build.progress());
      for (String folder :
          List.of(
              "workspace/uploads", "workspace/intermediate", "workspace/skills", "opt/runtime")) {
        Path at = tree;
        for (Path name : Path.of(folder)) {
          at = at.resolve(name);
          if (!Files.exists(at)) {
            Files.createDirectory(at);
            storage.give(at);
          }
        }
      }
      Files.createSymbolicLink(tree.resolve("skills"), Path.of(Layout.SKILLS));
      Files.move(tree, target);
      Files.delete(archive);
      Files.delete(work);
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_FAILED, "The debian base cannot be built: " + e, e);
    }
  }

  private static List<String> words(Path builder, DebianBuild build, Path archive) {
    List<String> words =
        new ArrayList<>(
            List.of(
                builder.toString(),
                "--variant=minbase",
                "--include=" + String.join(",", build.packages()),
                build.suite(),
                archive.toString()));
    build.mirror().or(DebianBase::ownSources).ifPresent(words::add);
    return words;
  }

  private static Optional<String> ownSources() {
    return List.of("/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list").stream()
        .filter(path -> Files.isReadable(Path.of(path)))
        .findFirst();
  }

  /// As the sandbox uid, so that every file belongs to it.
  private static List<String> unpack(Path archive, Path tree) {
    List<String> words = new ArrayList<>();
    if (EngineFolders.byRoot()) {
      String uid = Integer.toString(EngineFolders.SANDBOX_UID);
      words.addAll(List.of("sh", "-c"));
      words.add(
          "tar -C \"$2\" --no-same-owner -p --exclude=./dev/* -xf \"$1\" && chown -R -h "
              + uid
              + ":"
              + uid
              + " \"$2\"");
      words.addAll(List.of("sh", archive.toString(), tree.toString()));
      return words;
    }
    return List.of(
        "tar",
        "-C",
        tree.toString(),
        "--no-same-owner",
        "-p",
        "--exclude=./dev/*",
        "-xf",
        archive.toString());
  }

  private static void run(List<String> words, Consumer<String> progress) throws IOException {
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String last = "";
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        progress.accept(line);
        last = line;
      }
    }
    try {
      if (process.waitFor() != 0) {
        throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, words.getFirst() + " failed: " + last);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new SandboxFailure(ErrorCode.SANDBOX_FAILED, "Interrupted.", e);
    }
  }
}
