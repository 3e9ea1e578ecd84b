package dev.assay.validation.dependency;

import dev.assay.packages.PackageDoor;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.validation.dependency.Installation.Ran;
import dev.assay.validation.dependency.PackageSource.Made;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Lets apt choose the Debian packages to install, in a throw-away sandbox, and gets their files.
/// apt checks the signatures there, where no code of a package runs. This class installs nothing.
final class AptResolver {
  private static final String SOURCES = "/etc/apt/sources.list";
  private static final String MORE_SOURCES = "/etc/apt/sources.list.d";
  private static final String ARCHIVES = "/var/cache/apt/archives";
  private static final int LONGEST_SOURCES = 1 << 20;
  private static final Map<String, String> QUIET = Map.of("DEBIAN_FRONTEND", "noninteractive");

  private final TimedCommands commands;
  private final Workbenches benches;
  private final Sources sources;

  /// @param port the port in the sandbox that leads to the door
  /// @param work a folder on the server for the files of packages
  record Sources(PackageDoor door, int port, Path work) {}

  AptResolver(TimedCommands commands, Workbenches benches, Sources sources) {
    this.commands = commands;
    this.benches = benches;
    this.sources = sources;
  }

  Resolution resolve(List<String> packages) {
    try (Sandbox sandbox = benches.open()) {
      return resolve(packages, sandbox);
    }
  }

  private Resolution resolve(List<String> packages, Sandbox sandbox) {
    SandboxFiles files = sandbox.files();
    lead(files);
    List<Ran> ran = new ArrayList<>();
    ran.add(
        commands.run(sandbox, List.of("apt-get", "update", "--quiet", "--error-on=any"), QUIET));
    if (ran.getLast().succeeded()) {
      List<String> words =
          new ArrayList<>(List.of("apt-get", "install", "--download-only", "--yes", "--quiet"));
      words.addAll(List.of("--no-install-recommends", "--"));
      words.addAll(packages);
      ran.add(commands.run(sandbox, words, QUIET));
    }
    if (!ran.getLast().succeeded()) {
      return new Resolution.CommandFailed(ran);
    }
    List<PackageContent> found = new ArrayList<>();
    for (FileEntry entry : files.list(ARCHIVES)) {
      if (entry.kind() == FileEntry.Kind.FILE && entry.path().endsWith(".deb")) {
        found.add(fetch(files, entry));
      }
    }
    return new Resolution.Resolved(found, ran);
  }

  /// Configures the base's own archives to be reached through the door.
  private void lead(SandboxFiles files) {
    List<String> paths = new ArrayList<>(List.of(SOURCES));
    if (files.stat(MORE_SOURCES).isPresent()) {
      files.list(MORE_SOURCES).forEach(entry -> paths.add(MORE_SOURCES + "/" + entry.path()));
    }
    for (String path : paths) {
      if (files.stat(path).filter(entry -> entry.kind() == FileEntry.Kind.FILE).isPresent()) {
        String text = new String(files.read(path, LONGEST_SOURCES), StandardCharsets.UTF_8);
        files.writeText(path, sources.door().aptSources(sources.port(), text));
      }
    }
  }

  /// Gets a package's file, which is named `NAME_VERSION_ARCHITECTURE.deb`, with `%3a` for a colon.
  private PackageContent fetch(SandboxFiles files, FileEntry entry) {
    String[] words = entry.path().split("_", -1);
    try (InputStream content = files.open(ARCHIVES + "/" + entry.path(), 0, entry.size())) {
      Path file = Files.createTempFile(sources.work(), "package", ".deb");
      Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
      return new PackageContent(
          new PackageSource(
              Ecosystem.SYSTEM,
              words[0],
              words.length > 1 ? words[1].replace("%3a", ":") : "",
              "",
              entry.path(),
              PackageStore.digest(file),
              Files.size(file),
              Made.PUBLISHED,
              "the base's archives of Debian packages",
              List.of()),
          file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
