package dev.assay.cli.check;

import dev.assay.intake.RuleBook;
import dev.assay.skill.Finding;
import dev.assay.skill.Origin;
import dev.assay.skill.Risk;
import dev.assay.skill.Severity;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes SARIF 2.1.0, which code hosts and editors read.
public final class SarifReport implements ReportWriter {
  private static final String SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

  private final PrintStream out;
  private final String version;
  private final List<RuleBook.Entry> rules = RuleBook.entries();
  private final Map<String, Integer> indexes = new HashMap<>();
  private final List<Map<String, Object>> results = new ArrayList<>();

  public SarifReport(PrintStream out, String version) {
    this.out = out;
    this.version = version;
    for (int i = 0; i < rules.size(); i++) {
      indexes.put(rules.get(i).code(), i);
    }
  }

  @Override
  public void skill(CheckedSkill skill) {
    for (Finding finding : skill.findings()) {
      results.add(result(skill, finding));
    }
  }

  @Override
  public void finish() {
    Map<String, Object> driver = new LinkedHashMap<>();
    driver.put("name", "Assay");
    driver.put("version", version);
    driver.put("rules", rules.stream().map(SarifReport::rule).toList());
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("tool", Map.of("driver", driver));
    run.put("columnKind", "unicodeCodePoints");
    run.put("results", results);
    Map<String, Object> log = new LinkedHashMap<>();
    log.put("$schema", SCHEMA);
    log.put("version", "2.1.0");
    log.put("runs", List.of(run));
    out.println(CheckJson.write(log, 0));
    out.flush();
  }

  private static Map<String, Object> rule(RuleBook.Entry entry) {
    Map<String, Object> rule = new LinkedHashMap<>();
    rule.put("id", entry.code());
    rule.put("shortDescription", Map.of("text", entry.reason()));
    rule.put("help", Map.of("text", entry.fix()));
    rule.put("properties", properties(entry.code()));
    rule.put("defaultConfiguration", Map.of("level", level(entry.severity())));
    return rule;
  }

  /// Returns `security-severity` and `precision`, by which code hosts sort findings.
  private static Map<String, Object> properties(String code) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("origin", Origin.of(code).word());
    Risk.find(code)
        .ifPresent(
            risk -> {
              properties.put("tags", List.of("security", risk.category()));
              properties.put("precision", risk.confidence().word());
              properties.put(
                  "security-severity",
                  switch (risk.level()) {
                    case HIGH -> "8.0";
                    case MEDIUM -> "5.0";
                    case LOW -> "2.0";
                  });
            });
    return properties;
  }

  private Map<String, Object> result(CheckedSkill skill, Finding finding) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("ruleId", finding.code());
    Integer index = indexes.get(finding.code());
    if (index != null) {
      result.put("ruleIndex", index);
    }
    result.put("level", level(finding.severity()));
    result.put("message", Map.of("text", finding.message() + " " + finding.hint()));
    result.put("locations", List.of(location(skill, finding)));
    return result;
  }

  /// Returns the location of a finding. A file in an archive has no address, so it is named as a
  /// part of the archive.
  private static Map<String, Object> location(CheckedSkill skill, Finding finding) {
    boolean folder = Files.isDirectory(skill.path());
    Map<String, Object> physical = new LinkedHashMap<>();
    String path = folder ? skill.location(finding) : skill.path().toString();
    physical.put("artifactLocation", Map.of("uri", uri(path)));
    if (folder && finding.line() > 0) {
      physical.put("region", Map.of("startLine", finding.line()));
    }
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("physicalLocation", physical);
    if (!folder && !finding.file().isEmpty()) {
      String name = finding.file() + (finding.line() > 0 ? ":" + finding.line() : "");
      location.put("logicalLocations", List.of(Map.of("fullyQualifiedName", name)));
    }
    return location;
  }

  private static String uri(String path) {
    String encoded =
        URLEncoder.encode(path, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
    return encoded.startsWith("/") ? "file://" + encoded : encoded;
  }

  private static String level(Severity severity) {
    return switch (severity) {
      case ERROR -> "error";
      case WARNING -> "warning";
      case NOTE -> "note";
    };
  }
}
