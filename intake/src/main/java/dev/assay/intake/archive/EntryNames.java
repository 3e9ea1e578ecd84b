package dev.assay.intake.archive;

import dev.assay.skill.Visible;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Checks the names of a tree's entries one by one, and refuses the first bad one.
final class EntryNames {
  private static final int MAX_PATH = 1024;
  private static final int MAX_NAME = 255;

  private final int depth;
  private final Set<String> files = new HashSet<>();
  private final Map<String, String> spellings = new HashMap<>();

  EntryNames(int depth) {
    this.depth = depth;
  }

  /// Checks the path of a file as written in the archive.
  void file(String path) {
    shape(path);
    if (!files.add(path)) {
      throw ArchiveRule.DUPLICATE.refuse(path, "The name " + path + " occurs twice.");
    }
    collisions(path);
    if (spellings.containsKey(folded(path) + "/")) {
      throw conflict(path);
    }
    claim(path, folded(path));
  }

  /// Checks the path of a folder. The same folder may occur twice.
  void folder(String path) {
    String bare = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    shape(bare);
    collisions(bare + "/x");
  }

  private void shape(String path) {
    if (path.isEmpty()) {
      throw ArchiveRule.BAD_NAME.refuse(path, "An entry has no name.");
    }
    if (path.codePoints().anyMatch(point -> point == 0xfffd || Visible.isHidden(point))) {
      throw ArchiveRule.BAD_NAME.refuse(
          path, "The name " + path + " holds control or invisible characters, or is not UTF-8.");
    }
    if (path.indexOf('\\') >= 0) {
      throw ArchiveRule.BACKSLASH.refuse(path, "The name " + path + " holds a backslash.");
    }
    if (path.startsWith("/")) {
      throw ArchiveRule.ABSOLUTE_PATH.refuse(path, "The path " + path + " is absolute.");
    }
    if (path.length() > 1 && path.charAt(1) == ':' && Character.isLetter(path.charAt(0))) {
      throw ArchiveRule.DRIVE_LETTER.refuse(path, "The path " + path + " has a drive letter.");
    }
    String[] parts = path.split("/", -1);
    for (String part : parts) {
      if (part.equals("..")) {
        throw ArchiveRule.TRAVERSAL.refuse(path, "The path " + path + " leaves its folder.");
      }
      if (part.isEmpty() || part.equals(".")) {
        throw ArchiveRule.BAD_NAME.refuse(path, "The path " + path + " has an empty part.");
      }
      if (bytes(part) > MAX_NAME) {
        throw ArchiveRule.NAME_TOO_LONG.refuse(path, "The path " + path + " has a name too long.");
      }
    }
    if (bytes(path) > MAX_PATH) {
      throw ArchiveRule.NAME_TOO_LONG.refuse(path, "The path " + path + " is too long.");
    }
    if (parts.length > depth) {
      throw ArchiveRule.TOO_DEEP.refuse(
          path,
          "The path " + path + " has " + parts.length + " levels; the limit is " + depth + ".");
    }
  }

  /// Checks the parent folders of a path: each is spelled the same every time, and none is also a
  /// file.
  private void collisions(String path) {
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      String folder = path.substring(0, slash);
      if (spellings.containsKey(folded(folder))) {
        throw conflict(folder);
      }
      claim(folder, folded(folder) + "/");
    }
  }

  private void claim(String path, String folded) {
    String known = spellings.putIfAbsent(folded, path);
    if (known != null && !known.equals(path)) {
      throw ArchiveRule.CASE_COLLISION.refuse(
          path, "The names " + known + " and " + path + " are the same on many systems.");
    }
  }

  private static ArchiveRefusal conflict(String path) {
    return ArchiveRule.PATH_CONFLICT.refuse(
        path, "The name " + path + " is both a file and a folder.");
  }

  private static String folded(String path) {
    return Normalizer.normalize(path, Normalizer.Form.NFC)
        .toUpperCase(Locale.ROOT)
        .toLowerCase(Locale.ROOT);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
