package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.Sources;
import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import dev.assay.skill.dependency.Dependencies;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Scans files that a test makes up.
final class Scanned {
  static final String HEAD = "---\nname: tables\ndescription: Reads tables.\n---\n# Tables\n";

  private Scanned() {}

  /// Returns the rules that match as warnings, before weak ones become notes.
  static List<String> warnings(String skill) throws IOException {
    return warnings(Map.of("SKILL.md", skill));
  }

  static List<String> warnings(String skill, String path, String text) throws IOException {
    return warnings(Map.of("SKILL.md", skill, path, text));
  }

  static List<String> warnings(Map<String, String> files) throws IOException {
    return look(files).stream()
        .filter(finding -> finding.severity() == Severity.WARNING)
        .map(Finding::code)
        .toList();
  }

  /// Returns the findings of all rules before they are weighed.
  static List<Finding> look(Map<String, String> files) throws IOException {
    FindingList none = new FindingList(0, 0);
    return new Scan(sources(files), Dependencies.NONE, Indicators.shipped(), none)
        .look(List.of(), new Work(Long.MAX_VALUE))
        .kept();
  }

  /// Returns the findings that a reader sees.
  static List<Finding> findings(Map<String, String> files) throws IOException {
    FindingList findings = new FindingList(200, 1000);
    new Scan(sources(files), Dependencies.NONE, Indicators.shipped(), findings).run(List.of());
    return findings.kept();
  }

  private static Sources sources(Map<String, String> files) throws IOException {
    Sources sources = new Sources();
    for (Map.Entry<String, String> file : files.entrySet()) {
      sources.add(
          file.getKey(),
          new ByteArrayInputStream(file.getValue().getBytes(StandardCharsets.UTF_8)));
    }
    return sources;
  }
}
