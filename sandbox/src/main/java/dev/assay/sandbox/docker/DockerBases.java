package dev.assay.sandbox.docker;

import dev.assay.skill.Architecture;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.sandbox.SandboxFailure;
import dev.assay.skill.sandbox.SandboxImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// What containers start from, made without a registry. `host` is a skeleton over which this
/// machine's own `/usr` and its list of packages are mounted; `debian` is the base that `assay
/// images build` made.
final class DockerBases {
  private static final String REPOSITORY = "assay-base";

  /// What dpkg knows of the packages that the programs below `/usr` are from.
  static final String PACKAGES = "/var/lib/dpkg";

  /// Of the machine's settings only what programs need and nobody has to hide.
  private static final String SKELETON =
      """
      set -e
      cd "$1"
      mkdir -p etc/ssl usr opt/runtime home/agent workspace/uploads workspace/intermediate workspace/skills root var/tmp var/lib/dpkg tmp proc sys dev run
      chmod 1777 tmp var/tmp
      ln -s /workspace/skills skills
      for name in bin sbin lib lib64; do [ ! -e "/usr/$name" ] || ln -s "usr/$name" "$name"; done
      for name in passwd group nsswitch.conf ld.so.cache ld.so.conf ld.so.conf.d alternatives \\
          ssl/certs ssl/openssl.cnf ca-certificates services protocols mime.types debian_version \\
          os-release python3 python3.11 python3.13 perl npmrc hostname host.conf profile fonts; do
        [ ! -e "/etc/$name" ] || cp -a "/etc/$name" "etc/$name"
      done
      """;

  private final DockerDaemon daemon;
  private final Path storage;

  DockerBases(DockerDaemon daemon, Path storage) {
    this.daemon = daemon;
    this.storage = storage;
  }

  Set<String> names() {
    Set<String> names = new TreeSet<>(Set.of(SandboxImage.HOST));
    for (JsonNode image : daemon.images(REPOSITORY)) {
      ImageTag.of(image, REPOSITORY).forEach(one -> names.add(one.tag()));
    }
    return names;
  }

  /// The base that a setting chooses, imported the first time.
  String require(String choice) {
    switch (choice) {
      case SandboxImage.HOST -> importHost();
      case SandboxImage.DEBIAN -> importDebian();
      default ->
          throw new AssayException(
              ErrorCode.CONFIGURATION_INVALID,
              "The Docker engine starts from `host` or `debian`, not from \"%s\". Set assay.sandbox.base."
                  .formatted(choice));
    }
    return choice;
  }

  /// Folders of this machine that containers of `host` get as they are.
  static List<Path> ofTheMachine() {
    return Stream.of(Path.of("/usr"), Path.of(PACKAGES)).filter(Files::isDirectory).toList();
  }

  boolean isHost(String base) {
    return base.equals(SandboxImage.HOST);
  }

  String reference(String base) {
    if (isHost(base)) {
      importHost();
    }
    return REPOSITORY + ":" + base;
  }

  private synchronized void importHost() {
    if (isThere(SandboxImage.HOST)) {
      return;
    }
    try {
      Path folder = Files.createTempDirectory(storage, "skeleton");
      try {
        run(
            List.of("sh", "-c", SKELETON, "sh", folder.toString()),
            OutputStream.nullOutputStream());
        importFolder(folder, SandboxImage.HOST);
      } finally {
        run(List.of("rm", "-rf", "--", folder.toString()), OutputStream.nullOutputStream());
      }
    } catch (IOException e) {
      throw new SandboxFailure(
          ErrorCode.SANDBOX_UNAVAILABLE, "The host base cannot be prepared: " + e, e);
    }
  }

  private synchronized void importDebian() {
    Path folder = storage.resolve("bases/debian-" + Architecture.own().word());
    if (isThere(SandboxImage.DEBIAN)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new AssayException(
          ErrorCode.CONFIGURATION_INVALID,
          "There is no base \"debian\" on this home: run assay images build.");
    }
    importFolder(folder, SandboxImage.DEBIAN);
  }

  private boolean isThere(String base) {
    return daemon.findImage(REPOSITORY + ":" + base).isPresent();
  }

  private void importFolder(Path folder, String name) {
    daemon.importImage(
        out ->
            run(List.of("tar", "-C", folder.toString(), "--numeric-owner", "-cf", "-", "."), out),
        REPOSITORY,
        name);
  }

  private static void run(List<String> words, OutputStream out) throws IOException {
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (InputStream in = process.getInputStream()) {
      in.transferTo(out);
      if (process.waitFor() != 0) {
        throw new IOException(words.getFirst() + " ended with " + process.exitValue());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted.", e);
    } finally {
      Process _ = process.destroyForcibly();
    }
  }
}
