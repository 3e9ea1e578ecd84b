package dev.assay.agent.activation;

import java.util.List;
import java.util.regex.Pattern;

/// Drops the uses of files that were not there.
final class MissingFiles {
  private static final Pattern MISSING =
      Pattern.compile(
          "No such file|not found|can't open|cannot open|Permission denied|Not a directory");

  private MissingFiles() {}

  static List<FileUse> without(List<FileUse> touches, String result) {
    List<String> complaints =
        result.lines().filter(line -> MISSING.matcher(line).find()).limit(200).toList();
    if (complaints.isEmpty()) {
      return touches;
    }
    return touches.stream()
        .filter(touch -> complaints.stream().noneMatch(line -> line.contains(tail(touch.path()))))
        .toList();
  }

  /// The path below the skill's folder, which appears in every way to write the path.
  private static String tail(String path) {
    String[] parts = path.split("/", 5);
    return parts.length < 5 ? path : parts[4];
  }
}
