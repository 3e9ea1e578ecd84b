package dev.assay.cli.check;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Finds the skills of a path: an archive, a skill's folder, or a folder with many skills.
public final class SkillFinder {
  private static final Set<String> SKIPPED =
      Set.of(
          "node_modules",
          "__pycache__",
          "__MACOSX",
          "venv",
          "target",
          ".git",
          ".hg",
          ".svn",
          ".venv",
          ".tox",
          ".cache",
          ".gradle",
          ".idea",
          ".mypy_cache",
          ".pytest_cache",
          ".ruff_cache");

  private final List<Path> skills = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Map<String, Integer> skipped = new TreeMap<>();
  private boolean many;

  /// Adds a path. The path of a SKILL.md stands for the skill.
  public void add(Path named) {
    Path path = isManifest(named) ? parent(named) : named;
    if (named.toString().isEmpty()) {
      problems.add("an empty path; name a skill's folder, or . for this one");
    } else if (!Files.exists(path)) {
      problems.add(path + ": there is no such file or folder");
    } else if (!Files.isReadable(path)) {
      problems.add(path + ": cannot be read; check its permissions");
    } else if (!Files.isDirectory(path) && !Files.isRegularFile(path)) {
      problems.add(path + ": is neither a file nor a folder");
    } else if (!Files.isDirectory(path) || isSkill(path)) {
      many |= !skills.isEmpty();
      skills.add(path);
    } else {
      many = true;
      walk(path);
    }
  }

  /// Returns the skills in the order found. Folders are walked alphabetically.
  public List<Path> skills() {
    return skills;
  }

  /// Returns sentences about paths without a skill.
  public List<String> problems() {
    return problems;
  }

  /// Describes the folders that were skipped; empty if there were none.
  public Optional<String> skipped() {
    List<String> parts = new ArrayList<>();
    skipped.forEach((what, count) -> parts.add(what + (count > 1 ? " ×" + count : "")));
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
  }

  /// Tests whether several skills were requested, even if only one was found.
  public boolean many() {
    return many;
  }

  private void walk(Path root) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(root, new Walk(root, found));
    } catch (IOException e) {
      problems.add(root + ": cannot be read: " + IoReason.words(e));
    }
    if (found.isEmpty()) {
      problems.add(
          root + ": no skill here; expected a SKILL.md, folders with one, or .skill or .zip files");
    }
    Collections.sort(found);
    skills.addAll(found);
  }

  /// Tests whether folders of this name are skipped, because they hold no skills.
  static boolean isSkipped(String name) {
    return SKIPPED.contains(name);
  }

  private void skip(String what) {
    skipped.merge(what, 1, Integer::sum);
  }

  private static boolean isSkill(Path folder) {
    return Files.exists(folder.resolve("SKILL.md")) || Files.exists(folder.resolve("skill.md"));
  }

  private static boolean isManifest(Path path) {
    return path.endsWith("SKILL.md") && Files.isRegularFile(path);
  }

  private static Path parent(Path file) {
    Path parent = file.getParent();
    return parent == null ? Path.of(".") : parent;
  }

  private static boolean isArchive(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".skill") || name.endsWith(".zip");
  }

  private final class Walk extends SimpleFileVisitor<Path> {
    private final Path root;
    private final List<Path> found;

    Walk(Path root, List<Path> found) {
      this.root = root;
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      String name = String.valueOf(folder.getFileName());
      if (!folder.equals(root) && isSkipped(name)) {
        skip(name + "/");
        return FileVisitResult.SKIP_SUBTREE;
      }
      if (isSkill(folder)) {
        found.add(folder);
        return FileVisitResult.SKIP_SUBTREE;
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isSymbolicLink() && Files.isDirectory(file)) {
        skip("links to folders");
      } else if (attributes.isRegularFile() && isArchive(file)) {
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      problems.add(file + ": cannot be read; check its permissions");
      return FileVisitResult.CONTINUE;
    }
  }
}
