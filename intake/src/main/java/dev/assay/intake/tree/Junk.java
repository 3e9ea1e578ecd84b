package dev.assay.intake.tree;

import java.util.Set;

/// Recognizes files that tools leave behind and that authors do not mean to ship.
public final class Junk {
  private static final Set<String> FOLDERS =
      Set.of(
          "__MACOSX",
          "__pycache__",
          ".git",
          ".hg",
          ".svn",
          ".mypy_cache",
          ".pytest_cache",
          ".ruff_cache");
  private static final Set<String> FILES = Set.of(".DS_Store", "Thumbs.db", "desktop.ini");

  private Junk() {}

  public static boolean isFolder(String name) {
    return FOLDERS.contains(name);
  }

  public static boolean is(String path) {
    String[] parts = path.split("/", -1);
    for (int i = 0; i < parts.length - 1; i++) {
      if (isFolder(parts[i])) {
        return true;
      }
    }
    String name = parts[parts.length - 1];
    return FILES.contains(name)
        || isFolder(name)
        || name.startsWith("._")
        || name.endsWith("~")
        || name.endsWith(".swp");
  }
}
