package dev.assay.packages.format;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A file that a page names.
///
/// @param address its address, without user and fragment
/// @param name the name of the file
/// @param requiresPython empty if the page does not say
/// @param yanked the reason why it should not be used, which may be empty text
/// @param metadata empty if the index has no metadata file beside it
public record Link(
    URI address,
    String name,
    Optional<Checksum> checksum,
    Optional<String> requiresPython,
    Optional<String> yanked,
    Optional<Metadata> metadata) {
  private static final List<String> ARCHIVES =
      List.of(
          ".whl",
          ".tar.gz",
          ".zip",
          ".tgz",
          ".tar",
          ".tar.bz2",
          ".tbz",
          ".tar.xz",
          ".txz",
          ".tlz",
          ".tar.lz",
          ".tar.lzma");

  /// A file beside a wheel with its metadata (PEP 658).
  ///
  /// @param checksum empty if the page does not say
  public record Metadata(Optional<Checksum> checksum) {}

  /// Says whether pip would consider a file of this name.
  public static boolean isArchive(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return ARCHIVES.stream().anyMatch(end -> lower.endsWith(end) && lower.length() > end.length());
  }

  /// The file name in an address; empty if it has none.
  static Optional<String> findName(URI address) {
    String path = address.getPath();
    if (path == null || address.getRawPath().toLowerCase(Locale.ROOT).contains("%2f")) {
      return Optional.empty();
    }
    String name = path.substring(path.lastIndexOf('/') + 1);
    boolean plain = name.chars().allMatch(each -> each > ' ' && each < 127 && each != '\\');
    return plain && !name.isEmpty() ? Optional.of(name) : Optional.empty();
  }
}
