package dev.assay.cli.check;

import dev.assay.cli.terminal.Table;
import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import dev.assay.skill.Visible;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Summarizes a check of hundreds of skills: a table of the kinds of findings, worst first, and the
/// skills to look at first.
public final class SummaryReport implements ReportWriter {
  private static final int EXAMPLES = 3;
  private static final int LOOK_AT = 20;

  private final PrintStream out;
  private final Colours paint;
  private final Map<String, Kind> kinds = new HashMap<>();
  private final List<Row> worst = new ArrayList<>();
  private int skills;
  private int passed;
  private int clean;

  public SummaryReport(PrintStream out, Colours paint) {
    this.out = out;
    this.paint = paint;
  }

  /// A code with the skills that have it.
  private static final class Kind {
    private final Finding first;
    private final List<String> examples = new ArrayList<>();
    private int skills;
    private int findings;

    Kind(Finding first) {
      this.first = first;
    }
  }

  private record Row(String name, String path, long errors, long warnings, Finding worst) {}

  @Override
  public void skill(CheckedSkill skill) {
    skills++;
    passed += skill.passed() ? 1 : 0;
    Set<String> seen = new HashSet<>();
    for (Finding finding : skill.findings()) {
      Kind kind =
          kinds.computeIfAbsent(finding.severity() + finding.code(), any -> new Kind(finding));
      kind.findings++;
      if (seen.add(finding.severity() + finding.code())) {
        kind.skills++;
        if (kind.examples.size() < EXAMPLES) {
          kind.examples.add(Visible.line(skill.label()));
        }
      }
    }
    long errors = skill.count(Severity.ERROR);
    long warnings = skill.count(Severity.WARNING);
    clean += errors + warnings == 0 ? 1 : 0;
    if (errors + warnings > 0) {
      worst.add(
          new Row(
              skill.label(), skill.path().toString(), errors, warnings, worstOf(skill.findings())));
    }
  }

  @Override
  public void finish() {
    out.println(
        skills
            + " skills: "
            + paint.green(passed + " passed")
            + ", "
            + (passed == skills ? "0 failed" : paint.red((skills - passed) + " failed"))
            + "; "
            + clean
            + " without errors and warnings");
    if (!kinds.isEmpty()) {
      out.println();
      out.println(table());
    }
    if (!worst.isEmpty()) {
      out.println();
      out.println(lookAt());
    }
    out.println();
    out.println(paint.faint("Every finding: --details, or --format json, sarif or junit."));
    out.flush();
  }

  private String table() {
    Table table = new Table("SEVERITY", "FINDING", "FROM", "SKILLS", "FINDINGS", "FOR EXAMPLE");
    kinds.values().stream()
        .sorted(
            Comparator.comparing((Kind kind) -> kind.first.severity())
                .thenComparing(kind -> !kind.first.isEvidence())
                .thenComparingInt(kind -> -kind.skills)
                .thenComparing(kind -> kind.first.code()))
        .forEach(
            kind ->
                table.add(
                    TextReport.word(kind.first.severity()),
                    kind.first.code(),
                    kind.first.origin().word(),
                    String.valueOf(kind.skills),
                    String.valueOf(kind.findings),
                    String.join(", ", kind.examples)));
    return table.toString();
  }

  private String lookAt() {
    Table table = new Table("LOOK AT FIRST", "ERRORS", "WARNINGS", "WHY");
    worst.stream()
        .sorted(
            Comparator.comparing((Row row) -> !row.worst.isEvidence())
                .thenComparingLong(row -> -row.errors)
                .thenComparingLong(row -> -row.warnings)
                .thenComparing(Row::path))
        .limit(LOOK_AT)
        .forEach(
            row ->
                table.add(
                    Visible.line(row.path),
                    String.valueOf(row.errors),
                    String.valueOf(row.warnings),
                    row.worst.code() + ": " + Visible.line(row.worst.message())));
    return table + (worst.size() > LOOK_AT ? "\nand " + (worst.size() - LOOK_AT) + " more" : "");
  }

  /// Returns the worst finding. A warning of the scan comes before an error of form, because it may
  /// be an attack.
  private static Finding worstOf(List<Finding> findings) {
    return findings.stream()
        .filter(each -> each.severity() != Severity.NOTE)
        .min(
            Comparator.comparing((Finding each) -> !each.isEvidence())
                .thenComparing(Finding::severity))
        .orElseThrow();
  }
}
