package dev.assay.skill;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// A SHA-256 digest, written `sha256:` and 64 lower-case hexadecimal digits.
public record Digest(String hex) implements Comparable<Digest> {
  private static final String PREFIX = "sha256:";
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

  public Digest {
    if (!HEX.matcher(hex).matches()) {
      throw new IllegalArgumentException("a digest has 64 lower-case hexadecimal digits");
    }
  }

  public static Digest parse(String text) {
    if (!text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("a digest starts with " + PREFIX);
    }
    return new Digest(text.substring(PREFIX.length()));
  }

  public static Digest of(byte[] bytes) {
    return new Digest(HexFormat.of().formatHex(sha256().digest(bytes)));
  }

  /// The digest of what was fed to a function from [#sha256()].
  public static Digest finish(MessageDigest function) {
    return new Digest(HexFormat.of().formatHex(function.digest()));
  }

  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public int compareTo(Digest other) {
    return hex.compareTo(other.hex);
  }

  @Override
  public String toString() {
    return PREFIX + hex;
  }
}
