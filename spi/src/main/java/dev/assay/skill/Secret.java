package dev.assay.skill;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/// A value that must stay hidden. It prints as `***` wherever it is shown by accident. The only way
/// to the text is [#reveal()], which is easy to search for.
public final class Secret {
  private final String text;

  private Secret(String text) {
    this.text = text;
  }

  public static Secret of(String text) {
    return new Secret(text);
  }

  public String reveal() {
    return text;
  }

  public boolean isBlank() {
    return text.isBlank();
  }

  /// Compares in constant time.
  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && MessageDigest.isEqual(bytes(), secret.bytes());
  }

  @Override
  public int hashCode() {
    return 0;
  }

  @Override
  public String toString() {
    return "***";
  }

  private byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
