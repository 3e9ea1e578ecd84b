package dev.assay.intake.dependency;

import dev.assay.intake.tree.SourceText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads `dependencies` of `[project]` from a pyproject.toml. The reader is tolerant: it takes the
/// quoted texts in the list.
final class PyProject {
  private static final Pattern STRING = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

  private static final Pattern LIST = Pattern.compile("dependencies\\s*=\\s*\\[.*");

  private PyProject() {}

  /// Returns the requirements as written, each with its line.
  static Map<String, Integer> read(SourceText source) {
    Map<String, Integer> found = new LinkedHashMap<>();
    boolean project = false;
    boolean inside = false;
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line).strip();
      if (!inside && text.startsWith("[")) {
        project = text.equals("[project]");
        continue;
      }
      if (project && LIST.matcher(text).matches()) {
        inside = true;
        text = text.substring(text.indexOf('[') + 1);
      }
      if (inside) {
        int read = 0;
        Matcher string = STRING.matcher(text);
        while (string.find()) {
          found.putIfAbsent(string.group(1) == null ? string.group(2) : string.group(1), line);
          read = string.end();
        }
        inside = text.indexOf(']', read) < 0;
      }
    }
    return found;
  }
}
