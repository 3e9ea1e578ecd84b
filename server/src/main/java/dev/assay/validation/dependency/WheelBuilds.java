package dev.assay.validation.dependency;

import dev.assay.contents.UnusablePackage;
import dev.assay.contents.Wheel;
import dev.assay.intake.Versions;
import dev.assay.skill.Visible;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.validation.dependency.Installation.Ran;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Builds wheels from sources, each in a sandbox of its own. All processes are ended before the
/// wheel is read. A wheel must have the name and version of its sources.
final class WheelBuilds {
  private static final String SOURCES = "/tmp/sources/";
  private static final String BUILT = "/tmp/built";
  private static final long LONGEST = 4L << 30;
  private static final Pattern ARCHIVE =
      Pattern.compile("(?<stem>.+?)(?:\\.zip|\\.tar(?:\\.[a-z0-9]+)?|\\.tgz|\\.tbz|\\.txz)");

  private final TimedCommands commands;
  private final Workbenches benches;
  private final PipProposals pip;
  private final Path work;

  WheelBuilds(TimedCommands commands, Workbenches benches, PipProposals pip, Path work) {
    this.commands = commands;
    this.benches = benches;
    this.pip = pip;
    this.work = work;
  }

  record Built(String file, Path content) {}

  /// @param indexes the indexes for the packages that the build needs
  /// @return the wheel; empty if the build failed
  Optional<Built> build(
      PipResolver.Original original, PipProposals.Indexes indexes, List<Ran> ran) {
    try (Sandbox sandbox = benches.open()) {
      String path = SOURCES + original.file();
      put(original.content(), path, sandbox.files());
      List<String> words = pip.words("wheel", indexes);
      words.addAll(List.of("--no-deps", "--wheel-dir", BUILT, "--", path));
      ran.add(commands.run(sandbox, words, pip.variables(indexes)));
      if (!ran.getLast().succeeded()) {
        return Optional.empty();
      }
      benches.end(sandbox);
      Built built = take(original, sandbox.files());
      requireSame(original, built);
      return Optional.of(built);
    }
  }

  private static void put(Path content, String path, SandboxFiles files) {
    try (InputStream in = Files.newInputStream(content)) {
      files.write(path, in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Built take(PipResolver.Original original, SandboxFiles files) {
    List<FileEntry> wheels =
        files.list(BUILT).stream()
            .filter(entry -> entry.kind() == FileEntry.Kind.FILE && entry.path().endsWith(".whl"))
            .toList();
    if (wheels.size() != 1) {
      throw new UnusablePackage(
          "Building %s made %d wheels instead of one."
              .formatted(Visible.line(original.origin(), 300), wheels.size()));
    }
    FileEntry wheel = wheels.getFirst();
    if (wheel.size() > LONGEST) {
      throw new UnusablePackage(
          "%s has more than %,d bytes.".formatted(Visible.line(wheel.path(), 200), LONGEST));
    }
    try (InputStream content = files.open(BUILT + "/" + wheel.path(), 0, wheel.size())) {
      Path file = Files.createTempFile(work, "package", ".whl");
      Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
      return new Built(wheel.path(), file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void requireSame(PipResolver.Original original, Built built) {
    try (Wheel wheel = new Wheel(built.file(), built.content())) {
      if (!names(original.file(), wheel.name(), wheel.version())) {
        throw new UnusablePackage(
            "%s was built to %s %s, which is another package."
                .formatted(Visible.line(original.origin(), 300), wheel.name(), wheel.version()));
      }
    }
  }

  /// Tests whether an archive of sources is named after a package: `NAME-VERSION.tar.gz`.
  static boolean names(String file, String name, String version) {
    Matcher archive = ARCHIVE.matcher(file);
    if (!archive.matches()) {
      return false;
    }
    String stem = archive.group("stem");
    List<Integer> ends = new ArrayList<>();
    for (int at = stem.indexOf('-'); at > 0; at = stem.indexOf('-', at + 1)) {
      ends.add(at);
    }
    return ends.stream()
        .anyMatch(
            end ->
                Wheel.comparable(stem.substring(0, end)).equals(name)
                    && isSame(stem.substring(end + 1), version));
  }

  private static boolean isSame(String one, String other) {
    return Wheel.comparableVersion(one).equals(Wheel.comparableVersion(other))
        || (Versions.areEqual(one, other) && Versions.areEqual(other, one));
  }
}
