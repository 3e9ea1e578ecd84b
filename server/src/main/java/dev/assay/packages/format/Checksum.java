package dev.assay.packages.format;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The expected hash of a file.
///
/// @param algorithm the name in the spelling of indexes: `sha256`
/// @param hex lower-case digits
public record Checksum(String algorithm, String hex) {
  private static final List<String> WEAKEST_FIRST =
      List.of("md5", "sha1", "sha224", "sha256", "sha384", "sha512");

  public Checksum {
    int length = function(algorithm).getDigestLength();
    if (!hex.matches("[0-9a-f]{" + 2 * length + "}")) {
      throw new IllegalArgumentException("not a " + algorithm + " of " + length + " bytes");
    }
  }

  /// Parses the form of a link's fragment and of `data-core-metadata`: `sha256=…`.
  public static Optional<Checksum> findInFragment(String fragment) {
    for (String part : fragment.split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        Optional<Checksum> found = find(part.substring(0, equals), part.substring(equals + 1));
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /// Parses the form of npm's `integrity`: `sha512-BASE64`, several separated by spaces; the
  /// strongest counts.
  public static Optional<Checksum> findInIntegrity(String integrity) {
    return List.of(integrity.strip().split("\\s+", -1)).stream()
        .flatMap(each -> findOne(each).stream())
        .max(Comparator.comparingInt(found -> WEAKEST_FIRST.indexOf(found.algorithm())));
  }

  private static Optional<Checksum> findOne(String integrity) {
    int dash = integrity.indexOf('-');
    int options = integrity.indexOf('?');
    try {
      String base64 = integrity.substring(dash + 1, options < 0 ? integrity.length() : options);
      return dash < 0
          ? Optional.empty()
          : find(
              integrity.substring(0, dash),
              HexFormat.of().formatHex(Base64.getDecoder().decode(base64)));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // not Base64: the same as none
    }
  }

  /// Makes a checksum; empty for an unknown algorithm or a value that it cannot have.
  public static Optional<Checksum> find(String algorithm, String hex) {
    String name = algorithm.toLowerCase(Locale.ROOT);
    try {
      return WEAKEST_FIRST.contains(name)
          ? Optional.of(new Checksum(name, hex.toLowerCase(Locale.ROOT)))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public MessageDigest function() {
    return function(algorithm);
  }

  /// @param function the hash function, after all bytes of the file
  public boolean fits(MessageDigest function) {
    return HexFormat.of().formatHex(function.digest()).equals(hex);
  }

  /// The form of a link's fragment.
  @Override
  public String toString() {
    return algorithm + "=" + hex;
  }

  private static MessageDigest function(String algorithm) {
    try {
      return MessageDigest.getInstance(
          algorithm.equals("md5") ? "MD5" : algorithm.replace("sha", "SHA-"));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalArgumentException("unknown: " + algorithm, e);
    }
  }
}
