package dev.assay.accounts;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Secret;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.bcrypt.BCrypt;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/// Hashes and checks passwords, and refuses weak ones.
public final class Passwords {
  /// The most bytes that bcrypt reads; it would silently cut a longer password.
  static final int MAXIMUM_BYTES = 72;

  static final int MINIMUM_CHARACTERS = 8;

  private static final String EASY_TO_READ = "abcdefghjkmnpqrstuvwxyz23456789";

  private final BCryptPasswordEncoder encoder;
  private final HashQueue queue;
  private final String hashOfNobody;

  /// @param cost the cost of bcrypt; each step doubles the work of guessing, and 12 takes about a
  ///   quarter of a second
  public Passwords(int cost, HashQueue queue) {
    this.queue = queue;
    encoder = new BCryptPasswordEncoder(cost);
    // Looks like a hash and costs as much to compare with, but is the hash of nothing.
    hashOfNobody = BCrypt.gensalt(cost) + ".".repeat(31);
  }

  /// The queue for all hashing and comparing.
  HashQueue queue() {
    return queue;
  }

  String hash(Secret password) {
    return HashQueue.compute(() -> String.valueOf(encoder.encode(password.reveal())));
  }

  /// Compares a password. It takes as long for an account that does not exist (`null`) as for one
  /// that does.
  boolean matches(Secret password, @Nullable String hash) {
    boolean readable = bytes(password) <= MAXIMUM_BYTES;
    String text = readable ? password.reveal() : "";
    boolean equal =
        HashQueue.compute(() -> encoder.matches(text, hash == null ? hashOfNobody : hash));
    return equal && readable && hash != null;
  }

  /// Refuses a password that is too short, too long or the account's own name.
  void requireGood(Secret password, String accountName) {
    String text = password.reveal();
    if (text.codePointCount(0, text.length()) < MINIMUM_CHARACTERS) {
      throw refusal("is shorter than " + MINIMUM_CHARACTERS + " characters");
    }
    requireReadable(password);
    if (text.equalsIgnoreCase(accountName)) {
      throw refusal("is the account's name");
    }
  }

  void requireReadable(Secret password) {
    if (password.isBlank()) {
      throw refusal("is blank");
    }
    if (bytes(password) > MAXIMUM_BYTES) {
      throw refusal("is longer than " + MAXIMUM_BYTES + " bytes");
    }
  }

  /// A password to be typed once: 20 characters without look-alikes, about 99 bits.
  static Secret oneTime() {
    SecureRandom random = new SecureRandom();
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      if (i > 0 && i % 5 == 0) {
        text.append('-');
      }
      text.append(EASY_TO_READ.charAt(random.nextInt(EASY_TO_READ.length())));
    }
    return Secret.of(text.toString());
  }

  private static int bytes(Secret password) {
    return password.reveal().getBytes(StandardCharsets.UTF_8).length;
  }

  private static AssayException refusal(String reason) {
    return new AssayException(
        ErrorCode.PASSWORD_NOT_ACCEPTED,
        "The new password " + reason + ". Choose one of 8 characters or more, 72 bytes at most.",
        Map.of("minimum_characters", MINIMUM_CHARACTERS, "maximum_bytes", MAXIMUM_BYTES));
  }
}
