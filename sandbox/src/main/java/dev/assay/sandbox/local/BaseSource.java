package dev.assay.sandbox.local;

import dev.assay.skill.Visible;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where a base of the operator's own comes from: a folder or a tar archive with a whole system in
/// it.
record BaseSource(Path path) {
  private static final List<String> PYTHON =
      List.of("usr/bin/python3", "bin/python3", "usr/local/bin/python3");
  private static final int TAR_MARK = 257;
  private static final int HEAD = 512;

  /// How a compressed archive begins, and tar's option for it.
  private static final Map<String, String> COMPRESSED =
      Map.of("1f8b", "--gzip", "fd377a585a00", "--xz", "28b52ffd", "--zstd", "425a68", "--bzip2");

  BaseSource {
    path = path.toAbsolutePath().normalize();
  }

  /// What is wrong with it, as far as that shows without reading all of it.
  ///
  /// @param storage must not be part of it
  Optional<String> findObstacle(Path storage) {
    try {
      if (!Files.exists(path)) {
        return Optional.of("does not exist");
      }
      if (Files.isDirectory(path)) {
        return obstacleOfFolder(storage);
      }
      if (!Files.isRegularFile(path)) {
        return Optional.of("is neither a folder nor a file");
      }
      if (Files.size(path) == 0) {
        return Optional.of("is an empty file");
      }
      return tarOption().isEmpty()
          ? Optional.of("is no tar archive, neither plain nor packed by gzip, xz, zstd or bzip2")
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of("cannot be read (" + Visible.line(String.valueOf(e.getMessage())) + ")");
    }
  }

  private Optional<String> obstacleOfFolder(Path storage) throws IOException {
    if (!Files.isReadable(path)) {
      return Optional.of("cannot be read by this user");
    }
    if (storage.toAbsolutePath().normalize().startsWith(path.toRealPath())) {
      return Optional.of("holds Assay's own home");
    }
    return hasPython(path) ? Optional.empty() : Optional.of("has no " + PYTHON.getFirst());
  }

  /// The links in a system mean places in it, so they are not followed.
  static boolean hasPython(Path root) {
    return PYTHON.stream()
        .anyMatch(name -> Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS));
  }

  /// The option for its compression; none if this is no archive.
  Optional<String> tarOption() throws IOException {
    byte[] head;
    try (InputStream in = Files.newInputStream(path)) {
      head = in.readNBytes(HEAD);
    }
    String begin = HexFormat.of().formatHex(head, 0, Math.min(8, head.length));
    boolean plain =
        head.length == HEAD
            && new String(
                    Arrays.copyOfRange(head, TAR_MARK, TAR_MARK + 5), StandardCharsets.US_ASCII)
                .equals("ustar");
    return COMPRESSED.entrySet().stream()
        .filter(each -> begin.startsWith(each.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .or(() -> plain ? Optional.of("--no-auto-compress") : Optional.empty());
  }
}
