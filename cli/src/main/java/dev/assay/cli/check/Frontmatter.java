package dev.assay.cli.check;

import dev.assay.skill.SkillName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Edits the frontmatter of a SKILL.md and leaves the other lines unchanged. It does not touch
/// frontmatter in a form that it does not know.
final class Frontmatter {
  private static final Pattern FIELD = Pattern.compile("^([A-Za-z][A-Za-z0-9_-]*):(?:\\s+(.*))?$");

  /// Fields outside the standard on which no agent acts.
  private static final Set<String> INERT = Set.of("version", "author", "homepage", "category");

  private final List<String> lines;
  private final String lineEnd;
  private int end;

  Frontmatter(String text) {
    this.lines = new ArrayList<>(List.of(text.split("\n", -1)));
    this.lineEnd = lines.getFirst().endsWith("\r") ? "\r" : "";
    this.end = lines.getFirst().stripTrailing().equals("---") ? closing() : 0;
  }

  String text() {
    return String.join("\n", lines);
  }

  /// Writes the name in the spelling of the standard.
  void normalizeName() {
    int at = find("name");
    if (at < 0) {
      return;
    }
    String name = value(at);
    String normal = normal(name);
    if (!name.equals(normal) && SkillName.flaws(normal).isEmpty()) {
      lines.set(at, "name: " + normal + lineEnd);
    }
  }

  /// Moves fields outside the standard on which no agent acts below `metadata`. A field that is
  /// there already, or does not fit, stays in its place.
  void moveInertFields() {
    if (!takesMetadata()) {
      return;
    }
    List<String> moved = new ArrayList<>();
    for (int at = end - 1; at > 0; at--) {
      Matcher field = FIELD.matcher(lines.get(at).stripTrailing());
      boolean last = at + 1 >= end || !lines.get(at + 1).startsWith(" ");
      if (field.matches() && isInert(field.group(1)) && last && isPlain(value(at))) {
        moved.addFirst("  " + field.group(1) + ": " + quoted(value(at)));
        lines.remove(at);
        end--;
      }
    }
    moved.forEach(this::addMetadata);
  }

  private boolean isInert(String name) {
    return INERT.contains(name)
        && lines.subList(0, end).stream().noneMatch(line -> line.startsWith("  " + name + ":"));
  }

  /// Declares dependencies in the short form, which is text and therefore within the standard.
  void declare(List<String> entries) {
    if (!entries.isEmpty()
        && lines.subList(0, end).stream().noneMatch(Frontmatter::isDependencies)) {
      addMetadata("  dependencies: " + quoted(String.join(", ", entries)));
    }
  }

  private static boolean isDependencies(String line) {
    return line.strip().startsWith("dependencies:");
  }

  /// Tests whether there is a block of metadata in the usual form, or none.
  private boolean takesMetadata() {
    int at = find("metadata");
    return end > 0
        && (at < 0 || (lines.get(at).strip().equals("metadata:") && indent(at + 1).equals("  ")));
  }

  private void addMetadata(String line) {
    if (!takesMetadata()) {
      return;
    }
    int at = find("metadata");
    if (at < 0) {
      at = end;
      lines.add(end++, "metadata:" + lineEnd);
    }
    lines.add(at + 1, line + lineEnd);
    end++;
  }

  private String indent(int at) {
    String line = lines.get(at);
    return line.substring(0, line.length() - line.stripLeading().length());
  }

  private int find(String name) {
    for (int at = 1; at < end; at++) {
      Matcher field = FIELD.matcher(lines.get(at).stripTrailing());
      if (field.matches() && field.group(1).equals(name)) {
        return at;
      }
    }
    return -1;
  }

  private String value(int at) {
    String raw = lines.get(at).substring(lines.get(at).indexOf(':') + 1).strip();
    boolean quoted =
        raw.length() > 1
            && (raw.charAt(0) == '"' || raw.charAt(0) == '\'')
            && raw.charAt(raw.length() - 1) == raw.charAt(0);
    return quoted ? raw.substring(1, raw.length() - 1) : raw;
  }

  /// Tests whether a value is one line of ordinary text, which can be moved unchanged.
  private static boolean isPlain(String value) {
    return value.matches("[A-Za-z0-9][A-Za-z0-9 ./:@_+,-]*");
  }

  private static String quoted(String value) {
    return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static String normal(String name) {
    return SkillName.normalize(name)
        .toLowerCase(Locale.ROOT)
        .replaceAll("[\\s_./]+", "-")
        .replaceAll("-{2,}", "-")
        .replaceAll("^-|-$", "");
  }

  private int closing() {
    for (int at = 1; at < lines.size(); at++) {
      if (lines.get(at).stripTrailing().equals("---")) {
        return at;
      }
    }
    return 0;
  }
}
