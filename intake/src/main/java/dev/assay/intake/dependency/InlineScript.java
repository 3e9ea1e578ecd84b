package dev.assay.intake.dependency;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.assay.intake.requirement.MalformedRequirement;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.dependency.Ecosystem;

/// Reads the `dependencies` of inline script metadata (PEP 723): a block of comments between `# ///
/// script` and `# ///`.
final class InlineScript {
  private static final String START = "# /// script";
  private static final Pattern KEY = Pattern.compile("^\\s*dependencies\\s*=\\s*\\[");
  private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|'([^']*)'");
  private static final Pattern FILLER = Pattern.compile("[\\s,]*");

  private final SourceText source;
  private final Collector collector;

  InlineScript(SourceText source, Collector collector) {
    this.source = source;
    this.collector = collector;
  }

  void read() {
    if (!source.text().contains(START)) {
      return;
    }
    for (int line = 1; line <= source.lines(); line++) {
      if (source.line(line).stripTrailing().equals(START)) {
        line = block(line);
      }
    }
  }

  /// Reads one block and returns its last line.
  private int block(int start) {
    boolean inside = false;
    for (int line = start + 1; line <= source.lines(); line++) {
      String text = source.line(line).stripTrailing();
      if (text.equals("# ///")) {
        return line;
      }
      if (!text.startsWith("#")) {
        collector.malformed(
            START, new MalformedRequirement("starts a block that is never closed"), source, start);
        return line;
      }
      String toml = text.substring(text.startsWith("# ") ? 2 : 1);
      Matcher key = KEY.matcher(toml);
      if (!inside && key.find()) {
        inside = true;
        toml = toml.substring(key.end());
      }
      if (inside) {
        inside = strings(toml, line);
      }
    }
    return source.lines();
  }

  /// Reads the strings on one line. Returns false when the list ends there.
  private boolean strings(String toml, int line) {
    int at = 0;
    while (true) {
      Matcher filler = FILLER.matcher(toml.substring(at));
      at += filler.lookingAt() ? filler.end() : 0;
      if (at >= toml.length() || toml.charAt(at) == '#') {
        return true;
      }
      if (toml.charAt(at) == ']') {
        return false;
      }
      Matcher string = STRING.matcher(toml.substring(at));
      if (!string.lookingAt()) {
        collector.malformed(
            toml, new MalformedRequirement("is not a list of quoted requirements"), source, line);
        return false;
      }
      String quoted =
          string.group(1) == null ? string.group(2) : string.group(1).replace("\\\"", "\"");
      collector.declare(Ecosystem.PIP, quoted, source, line);
      at += string.end();
    }
  }
}
