package dev.assay.validation.dependency;

import dev.assay.contents.PythonEnvironment;
import dev.assay.contents.UnusablePackage;
import dev.assay.contents.Wheel;
import dev.assay.packages.PackageDoor;
import dev.assay.packages.PackageFile;
import dev.assay.skill.Visible;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.validation.dependency.Installation.Ran;
import dev.assay.validation.dependency.PackageSource.Made;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Has pip find out, in a throw-away sandbox, which packages to install, and gets their files: from
/// the index as our side received them, from the skill as it was uploaded, or built in that sandbox
/// where only sources are to be had. Installs nothing.
public final class PipResolver {
  private static final String REPORT = "/tmp/report.json";
  private static final String BUILT = "/tmp/built";
  private static final long LONGEST_REPORT = 64 << 20;
  private static final long LONGEST_PACKAGE = 4L << 30;

  private final TimedCommands commands;
  private final PythonEnvironment python;
  private final Sources sources;

  /// @param door to the indexes
  /// @param variables by which pip finds the door
  /// @param carried folders inside with Python packages that the skill carries
  /// @param work a folder of ours for the files of packages
  record Sources(
      PackageDoor door, Map<String, String> variables, List<String> carried, Path work) {}

  PipResolver(TimedCommands commands, PythonEnvironment python, Sources sources) {
    this.commands = commands;
    this.python = python;
    this.sources = sources;
  }

  /// What the skill carries is tried first, without asking anybody else: it is what its author
  /// tested with, and nobody outside can offer another package of the same name.
  Resolution resolve(List<String> packages) {
    List<Ran> ran = new ArrayList<>();
    boolean found = !sources.carried().isEmpty() && tryOut(packages, Index.NONE, ran);
    if (!found && (ran.isEmpty() || isLacking(ran.getLast()))) {
      found = tryOut(packages, Index.DOOR, ran);
    }
    return found ? collect(ran) : new Resolution.CommandFailed(ran);
  }

  /// Whether something is missing, rather than broken: then an index may have it.
  private static boolean isLacking(Ran ran) {
    return !ran.stopped() && ran.tail().contains("No matching distribution found");
  }

  private enum Index {
    NONE,
    DOOR
  }

  private boolean tryOut(List<String> packages, Index index, List<Ran> ran) {
    List<String> words = pip("install", index);
    words.addAll(List.of("--dry-run", "--report", REPORT, "--"));
    words.addAll(packages);
    ran.add(commands.run(words, variables(index)));
    return ran.getLast().succeeded();
  }

  private List<String> pip(String command, Index index) {
    List<String> words = new ArrayList<>(List.of(python.python(), "-m", "pip", command));
    words.addAll(List.of("--no-input", "--no-color", "--progress-bar=off", "--no-cache-dir"));
    words.add("--disable-pip-version-check");
    if (index == Index.NONE) {
      words.add("--no-index");
    }
    sources.carried().forEach(folder -> words.add("--find-links=" + folder));
    return words;
  }

  private Map<String, String> variables(Index index) {
    Map<String, String> all = new HashMap<>(sources.variables());
    if (index == Index.NONE) {
      all.put("PIP_NO_INDEX", "1");
    }
    return all;
  }

  private Resolution collect(List<Ran> ran) {
    SandboxFiles files = commands.sandbox().files();
    PipReport report =
        PipReport.parse(
            new String(
                files.read(REPORT, LONGEST_REPORT), java.nio.charset.StandardCharsets.UTF_8));
    List<PackageContent> packages = new ArrayList<>();
    for (PipReport.Item item : report.items()) {
      Optional<PackageContent> content = item.isWheel() ? found(item) : built(item, ran);
      if (content.isEmpty()) {
        return new Resolution.CommandFailed(ran);
      }
      packages.add(content.get());
    }
    return new Resolution.Resolved(packages, ran);
  }

  private Optional<PackageContent> found(PipReport.Item item) {
    Optional<PackageFile> offered = sources.door().find(item.address());
    if (offered.isPresent()) {
      PackageFile file = offered.get();
      return Optional.of(wheel(file.name(), taken(file), Made.PUBLISHED, file.origin()));
    }
    String path = carried(item);
    return Optional.of(wheel(item.file(), fetch(path), Made.CARRIED, path));
  }

  /// Only what lies in the skill itself: the rest of this sandbox may have been written by code of
  /// packages.
  private String carried(PipReport.Item item) {
    return sources.carried().stream()
        .map(folder -> folder + "/" + item.file())
        .filter(path -> ("file://" + path).equals(decoded(item.address())))
        .findFirst()
        .orElseThrow(
            () ->
                new UnusablePackage(
                    "%s %s would come from %s, which is neither an index nor the skill."
                        .formatted(
                            Visible.line(item.name(), 100),
                            Visible.line(item.version(), 100),
                            Visible.line(item.address(), 200))));
  }

  private static String decoded(String address) {
    String plain = address.replaceFirst("#.*", "");
    try {
      return java.net.URLDecoder.decode(
          plain.replace("+", "%2B"), java.nio.charset.StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return plain;
    }
  }

  private Optional<PackageContent> built(PipReport.Item item, List<Ran> ran) {
    boolean carried = sources.door().find(item.address()).isEmpty();
    String origin =
        carried ? carried(item) : sources.door().find(item.address()).orElseThrow().origin();
    Index index = ran.getLast().words().contains("--no-index") ? Index.NONE : Index.DOOR;
    List<String> words = pip("wheel", index);
    words.addAll(List.of("--no-deps", "--wheel-dir", BUILT + "/" + item.name(), "--"));
    words.add(carried ? origin : item.address());
    ran.add(commands.run(words, variables(index)));
    if (!ran.getLast().succeeded()) {
      return Optional.empty();
    }
    SandboxFiles files = commands.sandbox().files();
    String folder = BUILT + "/" + item.name();
    FileEntry wheel =
        files.list(folder).stream()
            .filter(entry -> entry.kind() == FileEntry.Kind.FILE && entry.path().endsWith(".whl"))
            .findFirst()
            .orElseThrow(() -> new UnusablePackage("Building %s made no wheel.".formatted(origin)));
    return Optional.of(
        wheel(wheel.path(), fetch(folder + "/" + wheel.path()), Made.BUILT_HERE, origin));
  }

  private PackageContent wheel(String name, Path content, Made made, String origin) {
    try (Wheel wheel = new Wheel(name, content)) {
      return new PackageContent(
          new PackageSource(
              Ecosystem.PIP,
              wheel.name(),
              wheel.version(),
              python.place().skill(),
              name,
              PackageStore.digest(content),
              Files.size(content),
              made,
              Visible.line(origin, 500),
              List.of()),
          content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path taken(PackageFile file) {
    try {
      return PackageStore.take(file.content(), sources.work());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path fetch(String path) {
    SandboxFiles files = commands.sandbox().files();
    long size = files.stat(path).map(FileEntry::size).orElse(0L);
    if (size > LONGEST_PACKAGE) {
      throw new UnusablePackage("%s has more than %,d bytes.".formatted(path, LONGEST_PACKAGE));
    }
    try (InputStream content = files.open(path, 0, size)) {
      Path file = Files.createTempFile(sources.work(), "package", ".whl");
      Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(path, e);
    }
  }
}
