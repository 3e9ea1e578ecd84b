package dev.assay.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.Digest;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.dependency.ExtraPackages;
import dev.assay.skill.sandbox.Mount;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The tools of every workspace at [ExtraPackages#TOOLS], read only: `pip` and `npm` that install
/// into an environment of the skill and the session, and the code by which Python and Node find the
/// packages of the current skill. It also has a Python without packages of an image.
final class SandboxTools {
  private static final List<String> FILES =
      List.of(
          "bin/npm",
          "bin/pip",
          "bin/pip3",
          "install.cjs",
          "modules.mjs",
          "program",
          "python/pip/__init__.py",
          "python/pip/__main__.py",
          "skill.sh",
          "start.cjs",
          "start.py");

  /// The folders of Python in the bases. An environment without Python there is skipped.
  private static final Map<String, String> PYTHONS =
      Map.of("local", "/usr/local/bin", "venv", "/usr/bin");

  private static final int OLDEST_PYTHON = 8;
  private static final int NEWEST_PYTHON = 30;

  private final Path parent;

  /// @param parent a folder of the server
  SandboxTools(Path parent) {
    this.parent = parent;
  }

  Mount mount() {
    return Mount.resolved(folder(), ExtraPackages.TOOLS, Mount.Access.READ_ONLY);
  }

  private Path folder() {
    SortedMap<String, String> texts = texts();
    Digest digest = Digest.of(texts.toString().getBytes(StandardCharsets.UTF_8));
    Path place = parent.resolve("tools-" + digest.hex().substring(0, 16));
    try {
      if (!Files.isDirectory(place)) {
        Files.createDirectories(parent);
        Path making = Files.createTempDirectory(parent, "making-tools");
        write(making, texts);
        move(making, place);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED, "The tools of sandboxes cannot be written: " + e, e);
    }
    return place;
  }

  private static void move(Path making, Path place) throws IOException {
    try {
      Files.move(making, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!Files.isDirectory(place)) { // else another process was faster
        throw e;
      }
      try (Stream<Path> all = Files.walk(making)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private static SortedMap<String, String> texts() {
    SortedMap<String, String> texts = new TreeMap<>();
    for (String file : FILES) {
      texts.put(file, read(file));
    }
    PYTHONS.forEach(
        (name, programs) -> {
          texts.put(
              name + "/pyvenv.cfg",
              "home = %s\ninclude-system-site-packages = true\n".formatted(programs));
          for (int version = OLDEST_PYTHON; version <= NEWEST_PYTHON; version++) {
            texts.put(
                "%s/lib/python3.%d/site-packages/%s"
                    .formatted(name, version, ExtraPackages.START_FILE),
                ExtraPackages.START_LINE);
          }
        });
    return texts;
  }

  private static String read(String file) {
    try (InputStream text =
        Objects.requireNonNull(SandboxTools.class.getResourceAsStream("tools/" + file), file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssayException(ErrorCode.INTERNAL_ERROR, file + " cannot be read: " + e, e);
    }
  }

  private static void write(Path folder, Map<String, String> texts) throws IOException {
    for (Map.Entry<String, String> each : texts.entrySet()) {
      Path file = folder.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      Files.writeString(file, each.getValue());
      String mode = each.getValue().startsWith("#!") ? "rwxr-xr-x" : "rw-r--r--";
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
    for (Map.Entry<String, String> python : PYTHONS.entrySet()) {
      Path programs = Files.createDirectories(folder.resolve(python.getKey()).resolve("bin"));
      link(programs, "python", python.getValue() + "/python3");
      link(programs, "python3", python.getValue() + "/python3");
      for (int version = OLDEST_PYTHON; version <= NEWEST_PYTHON; version++) {
        link(programs, "python3." + version, python.getValue() + "/python3." + version);
      }
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.filter(Files::isDirectory).toList()) {
        Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }

  private static void link(Path folder, String name, String target) throws IOException {
    Path _ = Files.createSymbolicLink(folder.resolve(name), Path.of(target));
  }
}
