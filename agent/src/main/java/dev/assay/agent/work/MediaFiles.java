package dev.assay.agent.work;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/// Recognizes pictures, fonts and sounds by their first bytes, because a file's name proves
/// nothing.
final class MediaFiles {
  private static final int ENOUGH = 16;
  private static final List<Pattern> BEGINNINGS =
      List.of(
          Pattern.compile("\\x89PNG\\r\\n\\x1A\\n", Pattern.DOTALL),
          Pattern.compile("\\xFF\\xD8\\xFF"),
          Pattern.compile("GIF8[79]a"),
          Pattern.compile("RIFF.{4}(WEBP|WAVE)", Pattern.DOTALL),
          Pattern.compile("\\x00\\x00\\x01\\x00"),
          Pattern.compile("\\x00\\x01\\x00\\x00|OTTO|wOFF|wOF2"),
          Pattern.compile("ID3|\\xFF[\\xF2\\xF3\\xFB]"),
          Pattern.compile(".{4}ftyp", Pattern.DOTALL));

  private MediaFiles() {}

  static boolean isMedia(byte[] content) {
    String begin =
        new String(content, 0, Math.min(ENOUGH, content.length), StandardCharsets.ISO_8859_1);
    return BEGINNINGS.stream().anyMatch(each -> each.matcher(begin).lookingAt());
  }
}
