package dev.assay.intake.format;

import dev.assay.intake.document.MalformedDocument;
import dev.assay.intake.document.Node;
import dev.assay.intake.document.YamlReader;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads SKILL.md and reports every error.
public final class SkillMdReader {
  static final String FILE = "SKILL.md";
  private static final int MAX_FRONTMATTER = 256 * 1024;

  private final FindingList findings;

  /// @param findings the list that receives the errors
  public SkillMdReader(FindingList findings) {
    this.findings = findings;
  }

  /// @param folder the name of the skill's folder; empty when it is unknown
  public SkillMd read(byte[] bytes, Optional<String> folder) {
    Optional<String> strict = Sources.strictUtf8(bytes);
    if (strict.isEmpty()) {
      int line = firstBadLine(bytes);
      findings.add(FormatRule.NOT_UTF8.at(FILE, line, "Line " + line + " is not UTF-8 text.", ""));
    }
    String text = strict.orElseGet(() -> new String(bytes, StandardCharsets.UTF_8));
    SourceText source = new SourceText(FILE, text.startsWith("\ufeff") ? text.substring(1) : text);
    int end = frontmatterEnd(source);
    if (end == 0) {
      return new SkillMd(source, Optional.empty(), Optional.empty(), Optional.empty(), 1);
    }
    Optional<Node.Fields> fields = fields(source, end);
    Optional<ManifestReader.Reading> reading =
        fields.map(found -> new ManifestReader(source, findings).read(found, folder));
    return new SkillMd(
        source,
        fields,
        reading.flatMap(ManifestReader.Reading::manifest),
        reading.flatMap(ManifestReader.Reading::name),
        end + 1);
  }

  /// Returns the line that closes the frontmatter, or 0 when there is none.
  private int frontmatterEnd(SourceText source) {
    if (!isFence(source.line(1))) {
      findings.add(
          FormatRule.FRONTMATTER_MISSING.at(
              FILE, 1, "The file does not start with `---`.", source.excerpt(1)));
      return 0;
    }
    for (int line = 2; line <= source.lines(); line++) {
      if (isFence(source.line(line))) {
        return line;
      }
    }
    findings.add(
        FormatRule.FRONTMATTER_UNCLOSED.at(
            FILE, 1, "The frontmatter that starts on line 1 is never closed.", source.excerpt(1)));
    return 0;
  }

  private Optional<Node.Fields> fields(SourceText source, int end) {
    String yaml = source.text().substring(source.start(2), source.start(end));
    if (yaml.length() > MAX_FRONTMATTER) {
      findings.add(
          FormatRule.FRONTMATTER_TOO_LARGE.at(
              FILE, 1, "The frontmatter has " + yaml.length() + " characters.", ""));
      return Optional.empty();
    }
    try {
      Optional<Node> root = YamlReader.read(yaml, 2);
      if (root.isEmpty() || root.get() instanceof Node.Fields) {
        return Optional.of(
            root.map(Node.Fields.class::cast)
                .orElseGet(() -> new Node.Fields(java.util.Map.of(), java.util.Map.of(), 2)));
      }
      findings.add(
          FormatRule.NOT_A_MAPPING.at(
              FILE, 2, "The frontmatter is " + root.get().kind() + ".", source.excerpt(2)));
    } catch (MalformedDocument e) {
      findings.add(
          FormatRule.YAML.at(
              FILE,
              e.line(),
              "The frontmatter is not valid YAML: " + e.problem() + ".",
              source.excerpt(e.line()),
              hint(e)));
    }
    return Optional.empty();
  }

  private static String hint(MalformedDocument e) {
    if (e.problem().contains("mapping values are not allowed")) {
      return "A value with `: ` in it needs quotes around it: field: \"value: more\".";
    }
    return e.problem().startsWith("the character U+")
        ? "Remove the character; it cannot be seen."
        : FormatRule.YAML.hint();
  }

  /// Returns whether a line is a fence: three dashes at its start and only blanks behind them.
  /// Dashes inside a value are not.
  private static boolean isFence(String line) {
    return line.startsWith("---") && line.stripTrailing().equals("---");
  }

  private static int firstBadLine(byte[] bytes) {
    int from = 0;
    int line = 1;
    for (int at = 0; at <= bytes.length; at++) {
      if (at == bytes.length || bytes[at] == '\n') {
        if (Sources.strictUtf8(java.util.Arrays.copyOfRange(bytes, from, at)).isEmpty()) {
          return line;
        }
        from = at + 1;
        line++;
      }
    }
    return 1;
  }
}
