package dev.assay.toolservice;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.dependency.ExtraPackages;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Reads the packages that were installed during work in a sandbox. The list is untrusted text.
final class ExtraList {
  private static final Pattern PYTHON =
      Pattern.compile(
          "([^/]+)/venv/lib/[^/]+/site-packages/([A-Za-z0-9._]+)-([^/-]+)\\.dist-info/METADATA");
  private static final Pattern NODE =
      Pattern.compile("([^/]+)/npm/lib/node_modules/(?:@[^/]+/)?[^/]+/package\\.json");

  /// Folders into which npm put packages, as our npm notes them.
  private static final Pattern FOLDERS = Pattern.compile("([^/]+)/folders\\.txt");

  private static final Pattern FOLDER = Pattern.compile("/(?:workspace|tmp|home)/[^\\p{Cntrl}]+");
  private static final Pattern TOP = Pattern.compile("node_modules/((?:@[^/]+/)?[^/]+)");
  private static final int MOST_FOLDERS = 20;
  private static final long LONGEST_LIST = 8 << 20;
  private static final int MOST_ENTRIES = 100_000;
  private static final int MOST = 200;
  private static final long LONGEST = 1 << 20;
  private static final int SHOWN = 100;

  private ExtraList() {}

  static List<RunFiles.Extra> in(Sandbox sandbox) {
    SandboxFiles files = sandbox.files();
    if (files.stat(ExtraPackages.FOLDER).isEmpty()) {
      return List.of();
    }
    List<RunFiles.Extra> found = new ArrayList<>();
    try {
      for (FileEntry entry : files.glob(ExtraPackages.FOLDER, "**", MOST_ENTRIES)) {
        read(files, entry.path().replaceFirst("^" + ExtraPackages.FOLDER + "/", ""), found);
      }
    } catch (AssayException e) {
      if (e.code() != ErrorCode.SANDBOX_FILE_REFUSED) {
        throw e;
      }
    }
    return found.stream()
        .sorted(
            Comparator.comparing(RunFiles.Extra::skill)
                .thenComparing(RunFiles.Extra::ecosystem)
                .thenComparing(RunFiles.Extra::name))
        .limit(MOST)
        .toList();
  }

  private static void read(SandboxFiles files, String path, List<RunFiles.Extra> found) {
    Matcher python = PYTHON.matcher(path);
    Matcher node = NODE.matcher(path);
    Matcher folders = FOLDERS.matcher(path);
    if (folders.matches()) {
      text(files, ExtraPackages.FOLDER + "/" + path, LONGEST)
          .lines()
          .filter(folder -> FOLDER.matcher(folder).matches())
          .limit(MOST_FOLDERS)
          .forEach(folder -> readFolder(files, folder, folders.group(1), found));
    } else if (python.matches()) {
      found.add(extra("pip", python.group(2).replace('_', '-'), python.group(3), python.group(1)));
    } else if (node.matches()) {
      try {
        JsonNode about =
            Projects.JSON.readTree(
                new String(
                    files.read(ExtraPackages.FOLDER + "/" + path, LONGEST),
                    StandardCharsets.UTF_8));
        found.add(
            extra(
                "npm",
                about.path("name").asString(""),
                about.path("version").asString(""),
                node.group(1)));
      } catch (JacksonException e) {
        return; // not a package's description, only a file of that name
      }
    }
  }

  private static void readFolder(
      SandboxFiles files, String folder, String skill, List<RunFiles.Extra> found) {
    try {
      Projects.JSON
          .readTree(text(files, folder + "/node_modules/.package-lock.json", LONGEST_LIST))
          .path("packages")
          .properties()
          .forEach(
              each -> {
                Matcher top = TOP.matcher(each.getKey());
                if (top.matches()) {
                  found.add(
                      extra(
                          "npm",
                          top.group(1),
                          each.getValue().path("version").asString(""),
                          skill));
                }
              });
    } catch (JacksonException e) {
      return; // not npm's own list
    }
  }

  /// Empty if it cannot be read.
  private static String text(SandboxFiles files, String path, long longest) {
    try {
      return new String(files.read(path, longest), StandardCharsets.UTF_8);
    } catch (AssayException e) {
      if (e.code() == ErrorCode.SANDBOX_FILE_REFUSED
          || e.code() == ErrorCode.SANDBOX_FILE_NOT_FOUND) {
        return "";
      }
      throw e;
    }
  }

  private static RunFiles.Extra extra(String kind, String name, String version, String skill) {
    return new RunFiles.Extra(
        kind,
        Visible.line(name, SHOWN),
        Visible.line(version, SHOWN),
        skill.startsWith(".") ? "" : Visible.line(skill, SHOWN));
  }
}
