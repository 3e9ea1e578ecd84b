package dev.assay.validation.dependency;

import dev.assay.contents.NodePackage;
import dev.assay.contents.Wheel;
import dev.assay.intake.Versions;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.Ecosystem;
import dev.assay.skill.dependency.Requirement;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.sandbox.SandboxImage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads the packages of a sandbox from all places where package tools put them.
public final class PackageReader {
  private static final List<String> ROOTS = List.of("/opt", "/home", "/root");
  private static final String LOCAL = "/usr/local";
  private static final Pattern DESCRIPTION =
      Pattern.compile(
          ".*/[^/]+\\.dist-info/METADATA|.*/node_modules/(?:@[^/]+/)?[^/]+/package\\.json");

  /// Matches packages that other packages carry inside themselves. They are not packages of the
  /// sandbox.
  private static final Pattern WITHIN =
      Pattern.compile(
          ".*/(?:site|dist)-packages/[^/]+/.*\\.dist-info/METADATA|.*/npm/lib/node_modules/(?!(?:@[^/]+/)?[^/]+(?:/node_modules/(?:@[^/]+/)?[^/]+)*/package\\.json$).*");

  private static final String DPKG = "/var/lib/dpkg/status";
  private static final int MOST_ENTRIES = 100_000;
  private static final long LONGEST_METADATA = 4 << 20;
  private static final long LONGEST_STATUS = 256 << 20;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final SandboxFiles files;

  private PackageReader(SandboxFiles files) {
    this.files = files;
  }

  /// Reads the packages of languages, which any sandbox may have.
  public static PackageList read(Sandbox sandbox) {
    PackageReader reader = new PackageReader(sandbox.files());
    List<InstalledPackage> all = new ArrayList<>();
    for (String root : roots(sandbox)) {
      for (String path : reader.find(root)) {
        if (path.endsWith("/METADATA")) {
          reader.python(path, all);
        } else {
          reader.node(path, all);
        }
      }
    }
    return PackageList.of(all);
  }

  /// Returns the folders to search. The host's own programs are left out, because a sandbox cannot
  /// write there and because there can be many.
  private static List<String> roots(Sandbox sandbox) {
    if (sandbox.spec().image().base().equals(SandboxImage.HOST)) {
      return ROOTS;
    }
    List<String> all = new ArrayList<>(ROOTS);
    all.add(LOCAL);
    return all;
  }

  /// Reads the current packages of those kinds that an earlier list has.
  public static PackageList readAgain(Sandbox sandbox, PackageList earlier) {
    boolean system =
        earlier.packages().stream().anyMatch(each -> each.ecosystem() == Ecosystem.SYSTEM);
    return system ? readAll(sandbox) : read(sandbox);
  }

  /// Reads the packages of languages and of the operating system.
  public static PackageList readAll(Sandbox sandbox) {
    PackageReader reader = new PackageReader(sandbox.files());
    List<InstalledPackage> all = new ArrayList<>(read(sandbox).packages());
    reader.text(DPKG, LONGEST_STATUS).ifPresent(status -> all.addAll(DpkgStatus.read(status)));
    return PackageList.of(all);
  }

  /// Finds the descriptions of packages. It refuses a folder that is too large to be read
  /// completely.
  private List<String> find(String root) {
    List<FileEntry> all = everything(root);
    if (all.size() >= MOST_ENTRIES - 1) {
      throw new AssayException(
          ErrorCode.VALIDATION_ERROR,
          "There are more than %,d files below %s, too many to find out which packages are there."
              .formatted(MOST_ENTRIES - 1, root));
    }
    return all.stream()
        .filter(entry -> entry.kind() == FileEntry.Kind.FILE)
        .map(entry -> entry.path().startsWith("/") ? entry.path() : root + "/" + entry.path())
        .filter(path -> DESCRIPTION.matcher(path).matches() && !WITHIN.matcher(path).matches())
        .toList();
  }

  private List<FileEntry> everything(String root) {
    try {
      return files.glob(root, "**", MOST_ENTRIES);
    } catch (AssayException e) {
      return switch (e.code()) {
        case SANDBOX_FILE_NOT_FOUND -> List.of();
        case SANDBOX_FILE_REFUSED -> List.of(); // a folder that no user in the sandbox can read
        default -> throw e;
      };
    }
  }

  private void python(String path, List<InstalledPackage> all) {
    text(path, LONGEST_METADATA)
        .flatMap(text -> PythonMetadata.read(text, path))
        .map(found -> found.in(RuntimeEnvironment.at(path)))
        .ifPresent(all::add);
  }

  private void node(String path, List<InstalledPackage> all) {
    text(path, LONGEST_METADATA)
        .flatMap(text -> readNode(text, path))
        .map(found -> found.in(RuntimeEnvironment.at(path)))
        .ifPresent(all::add);
  }

  static Optional<InstalledPackage> readNode(String text, String path) {
    try {
      JsonNode root = JSON.readTree(text);
      String name = root.path("name").asString("");
      String version = root.path("version").asString("");
      if (name.isBlank() || version.isBlank()) {
        return Optional.empty();
      }
      List<Requirement> needs = new ArrayList<>();
      for (String group : List.of("dependencies", "optionalDependencies", "peerDependencies")) {
        for (Map.Entry<String, JsonNode> each : root.path(group).properties()) {
          if (!each.getKey().isBlank()) {
            needs.add(
                new Requirement(
                    Ecosystem.NPM,
                    each.getKey(),
                    List.of(),
                    each.getValue().asString(""),
                    Optional.empty(),
                    path,
                    1));
          }
        }
      }
      return Optional.of(
          new InstalledPackage(
              Ecosystem.NPM, Versions.comparable(Ecosystem.NPM, name), version, needs));
    } catch (JacksonException e) {
      return Optional.empty(); // a file of that name that describes no package
    }
  }

  /// Reads the metadata from a package's archive.
  static Optional<InstalledPackage> readArchive(PackageContent content) {
    PackageSource source = content.source();
    Optional<InstalledPackage> found =
        switch (source.ecosystem()) {
          case PIP -> {
            try (Wheel wheel = new Wheel(source.file(), content.content())) {
              yield PythonMetadata.read(wheel.metadata(), source.file());
            }
          }
          case NPM ->
              readNode(new NodePackage(source.file(), content.content()).manifest(), source.file());
          case SYSTEM -> Optional.empty();
        };
    return found.map(each -> each.in(new RuntimeEnvironment(source.environment())));
  }

  private Optional<String> text(String path, long most) {
    try {
      return Optional.of(new String(files.read(path, most), StandardCharsets.UTF_8));
    } catch (AssayException e) {
      return switch (e.code()) {
        case SANDBOX_FILE_NOT_FOUND, SANDBOX_FILE_REFUSED -> Optional.empty();
        default -> throw e;
      };
    }
  }
}
