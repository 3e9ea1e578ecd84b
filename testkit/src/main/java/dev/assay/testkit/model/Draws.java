package dev.assay.testkit.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// Random draws that depend on the request and on the number of equal requests before, never on
/// time.
final class Draws {
  /// The random words of fences differ from request to request.
  private static final Pattern RANDOM_WORD = Pattern.compile("[0-9a-f]{32}");

  private final long seed;
  private final Map<String, Integer> seen = new ConcurrentHashMap<>();

  Draws(long seed) {
    this.seed = seed;
  }

  SplittableRandom of(String... about) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(ByteBuffer.allocate(Long.BYTES).putLong(seed).flip());
      for (String each : about) {
        digest.update(plain(each).getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
      }
      return new SplittableRandom(ByteBuffer.wrap(digest.digest()).getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The number of this occurrence of a request, from the first.
  int occurrence(String about) {
    return seen.merge(plain(about), 1, Integer::sum);
  }

  private static String plain(String text) {
    return RANDOM_WORD.matcher(text).replaceAll("");
  }
}
