package dev.assay.contents;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/// A file or a link of an image.
///
/// @param path the absolute path inside
/// @param mode the permissions; 0777 for a link
/// @param content the SHA-256 of a file in hexadecimal digits, or the target of a link
/// @param owners the packages that claim it, such as `pip numpy 2.4.6`, in order
public record Item(String path, Kind kind, int mode, String content, List<String> owners) {
  public enum Kind {
    FILE,
    LINK
  }

  /// The owner of files that the platform itself puts into an environment, such as the link to
  /// Python.
  public static final String ENVIRONMENT = "environment";

  static final int LINK_MODE = 0777;

  public Item {
    if (!path.startsWith("/") || path.indexOf('\t') >= 0 || path.indexOf('\n') >= 0) {
      throw new IllegalArgumentException("Not the path of a file in an image: " + path);
    }
    owners = List.copyOf(new TreeSet<>(owners));
  }

  static Item file(String path, int mode, String sha256, String owner) {
    return new Item(path, Kind.FILE, mode, sha256, List.of(owner));
  }

  static Item link(String path, String target, String owner) {
    return new Item(path, Kind.LINK, LINK_MODE, target, List.of(owner));
  }

  Item ownedBy(Collection<String> others) {
    return new Item(path, kind, mode, content, List.copyOf(others));
  }

  /// Says whether two items are the same, apart from their owners.
  public boolean isLike(Item other) {
    return kind == other.kind && mode == other.mode && content.equals(other.content);
  }
}
