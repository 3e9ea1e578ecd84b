package dev.assay.contents;

import dev.assay.skill.Visible;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A package of npm in the form of its registry: a packed tar archive with one folder at the top.
/// Links in it are left out, as npm does.
public final class NodePackage {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// A folder called `node_modules` would be searched for the packages of others.
  private static final Pattern NAME =
      Pattern.compile(
          "(?:@[A-Za-z0-9_~][A-Za-z0-9._~-]{0,99}/)?(?!(?i:node_modules)$)[A-Za-z0-9_~][A-Za-z0-9._~-]{0,213}");

  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9.+-]{1,256}");
  private static final Pattern STEP = Pattern.compile("(?<![^/])(?:\\./)+");
  private static final int MOST_FILES = 100_000;
  private static final int LONGEST_MANIFEST = 4 << 20;
  private static final String MANIFEST = "package.json";

  private final String file;
  private final Path content;
  private final JsonNode manifest;

  /// The number of the last entry of each path. Of several entries of one path the last one counts.
  private final Map<String, Integer> last = new HashMap<>();

  /// @throws UnusablePackage if the file is no package
  public NodePackage(String file, Path content) {
    this.file = file;
    this.content = content;
    Optional<JsonNode> found = Optional.empty();
    try (TarArchiveInputStream archive = open()) {
      int number = 0;
      for (TarArchiveEntry entry = archive.getNextEntry();
          entry != null;
          entry = archive.getNextEntry()) {
        if (++number > MOST_FILES) {
          throw unusable("it has more than %,d files".formatted(MOST_FILES));
        }
        if (isRegular(entry)) {
          String path = below(entry.getName());
          last.put(path, number);
          if (path.equals(MANIFEST)) {
            found = Optional.of(JSON.readTree(archive.readNBytes(LONGEST_MANIFEST)));
          }
        }
      }
    } catch (IOException | JacksonException | IllegalArgumentException e) {
      throw unusable("it cannot be read: " + Visible.line(String.valueOf(e.getMessage()), 200));
    }
    this.manifest = found.orElseThrow(() -> unusable("it has no " + MANIFEST));
    if (!NAME.matcher(name()).matches() || !VERSION.matcher(version()).matches()) {
      throw unusable("its " + MANIFEST + " names no package that can have a folder of its own");
    }
  }

  public String name() {
    return manifest.path("name").asString("");
  }

  public String version() {
    return manifest.path("version").asString("");
  }

  public String owner() {
    return "npm " + name() + " " + version();
  }

  /// Says whether npm would run a script of it during its installation.
  public boolean hasInstallScript() {
    JsonNode scripts = manifest.path("scripts");
    return scripts.has("preinstall")
        || scripts.has("install")
        || scripts.has("postinstall")
        || last.containsKey("binding.gyp");
  }

  /// Says whether it requires a package of that name.
  boolean requires(String other) {
    return Stream.of("dependencies", "peerDependencies", "optionalDependencies")
        .anyMatch(kind -> manifest.path(kind).has(other));
  }

  /// Says whether it contains that file.
  public boolean has(String path) {
    return last.containsKey(path);
  }

  /// The file package.json, as text.
  public String manifest() {
    return JSON.writeValueAsString(manifest);
  }

  /// Makes an archive of a folder without the packages inside it; the same folder gives the same
  /// bytes.
  ///
  /// @param to the folder for the archive
  public static Path pack(Path folder, Path to) throws IOException {
    Path archive = Files.createTempFile(to, "package", ".tgz");
    try (TarArchiveOutputStream tar =
            new TarArchiveOutputStream(
                new GZIPOutputStream(Files.newOutputStream(archive)), "UTF-8");
        Stream<Path> all = Files.walk(folder)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (Path path : all.filter(Files::isRegularFile).sorted().toList()) {
        String name = folder.relativize(path).toString();
        if (!name.startsWith("node_modules/")) {
          TarArchiveEntry entry = new TarArchiveEntry("package/" + name);
          entry.setSize(Files.size(path));
          entry.setMode(Files.isExecutable(path) ? 0755 : 0644);
          entry.setModTime(0);
          tar.putArchiveEntry(entry);
          Files.copy(path, tar);
          tar.closeArchiveEntry();
        }
      }
    }
    return archive;
  }

  /// Its programs: name to path within the package. Without `bin` these are all in the folder that
  /// `directories.bin` names, as npm has it.
  public Map<String, String> programs() {
    Map<String, String> programs = new TreeMap<>();
    JsonNode bin = manifest.path("bin");
    if (bin.isString()) {
      add(programs, name().substring(name().indexOf('/') + 1), bin.asString());
    } else if (!manifest.has("bin") && manifest.at("/directories/bin").isString()) {
      String folder = within(manifest.at("/directories/bin").asString()) + "/";
      last.keySet().stream()
          .filter(path -> path.startsWith(folder) && !path.contains("/."))
          .forEach(path -> add(programs, path.substring(path.lastIndexOf('/') + 1), path));
    } else {
      bin.properties().forEach(each -> add(programs, each.getKey(), each.getValue().asString("")));
    }
    return programs;
  }

  private void add(Map<String, String> programs, String name, String target) {
    String path = within(target);
    if (last.containsKey(path)) {
      programs.put(name.replaceFirst("^.*[/:\\\\]", ""), path); // as npm does
    }
  }

  /// A path as npm understands it, below the package whatever it says.
  private static String within(String path) {
    Deque<String> parts = new ArrayDeque<>();
    for (String part : path.split("/", -1)) {
      if (part.equals("..")) {
        String _ = parts.pollLast();
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.addLast(part);
      }
    }
    return String.join("/", parts);
  }

  /// Lays out its files in a folder of the inside.
  public void lay(String folder, Staging staging) {
    Map<String, String> programs = programs();
    try (TarArchiveInputStream archive = open()) {
      int number = 0;
      for (TarArchiveEntry entry = archive.getNextEntry();
          entry != null;
          entry = archive.getNextEntry()) {
        number++;
        if (isRegular(entry)) {
          String inside = below(entry.getName());
          if (Integer.valueOf(number).equals(last.get(inside))) {
            String path =
                Staging.below(folder, inside)
                    .orElseThrow(
                        () ->
                            unusable(
                                "its file %s leads elsewhere"
                                    .formatted(Visible.line(inside, 200))));
            boolean executable = (entry.getMode() & 0111) != 0 || programs.containsValue(inside);
            Item _ = staging.add(path, executable ? 0755 : 0644, archive, owner());
          }
        }
      }
    } catch (IOException e) {
      throw unusable("it cannot be unpacked: " + e);
    }
  }

  /// Says whether an entry is a regular file. The library counts links and devices as files, too.
  private static boolean isRegular(TarArchiveEntry entry) {
    byte kind = entry.getLinkFlag();
    return kind == TarConstants.LF_NORMAL
        || kind == TarConstants.LF_OLDNORM
        || kind == TarConstants.LF_CONTIG;
  }

  /// Without the folder at the top, whatever its name, and without steps that lead nowhere.
  private static String below(String path) {
    String plain = STEP.matcher(path).replaceAll("");
    return plain.substring(plain.indexOf('/') + 1);
  }

  private TarArchiveInputStream open() throws IOException {
    InputStream packed = new BufferedInputStream(Files.newInputStream(content));
    return new TarArchiveInputStream(new GZIPInputStream(packed), "UTF-8");
  }

  private UnusablePackage unusable(String why) {
    return new UnusablePackage(
        "The npm package %s cannot be installed: %s.".formatted(Visible.line(file, 200), why));
  }
}
