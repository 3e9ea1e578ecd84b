package dev.assay.cli.check;

import dev.assay.skill.Finding;
import dev.assay.skill.Risk;
import dev.assay.skill.Severity;
import dev.assay.skill.Visible;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Writes findings for people: the problem, its place, the line itself and the remedy.
public final class TextReport implements ReportWriter {
  private final PrintStream out;
  private final Colours paint;
  private int skills;
  private int passed;
  private final Map<Severity, Long> counts = new EnumMap<>(Severity.class);

  public TextReport(PrintStream out, Colours paint) {
    this.out = out;
    this.paint = paint;
  }

  @Override
  public void skill(CheckedSkill skill) {
    skills++;
    passed += skill.passed() ? 1 : 0;
    for (Severity severity : Severity.values()) {
      counts.merge(severity, skill.count(severity), Long::sum);
    }
    String mark = skill.passed() ? paint.green("✓") : paint.red("✗");
    String summary = summary(skill);
    out.println(
        mark
            + " "
            + paint.bold(Visible.line(skill.label()))
            + "  "
            + paint.faint(Visible.line(skill.path().toString()))
            + (summary.isEmpty() ? "" : "  " + summary));
    skill.findings().forEach(finding -> finding(finding));
    if (!skill.findings().isEmpty()) {
      out.println();
    }
  }

  @Override
  public void finish() {
    if (skills > 1) {
      out.println(
          skills
              + " skills: "
              + paint.green(passed + " passed")
              + ", "
              + (passed == skills ? "0 failed" : paint.red((skills - passed) + " failed"))
              + "; "
              + tally(counts));
    }
    out.flush();
  }

  private static String summary(CheckedSkill skill) {
    Map<Severity, Long> own = new EnumMap<>(Severity.class);
    for (Severity severity : Severity.values()) {
      own.put(severity, skill.count(severity));
    }
    return skill.findings().isEmpty() ? "" : tally(own);
  }

  private static String tally(Map<Severity, Long> counts) {
    List<String> parts = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      long count = counts.getOrDefault(severity, 0L);
      if (count > 0) {
        parts.add(count + " " + word(severity) + (count == 1 ? "" : "s"));
      }
    }
    return parts.isEmpty() ? "nothing to report" : String.join(", ", parts);
  }

  private void finding(Finding finding) {
    String place =
        finding.file().isEmpty()
            ? ""
            : "  " + finding.file() + (finding.line() > 0 ? ":" + finding.line() : "");
    out.println(
        "  "
            + coloured(finding.severity())
            + "  "
            + finding.code()
            + Visible.line(place)
            + origin(finding));
    out.println("    " + Visible.line(finding.message()));
    if (!finding.excerpt().isEmpty()) {
      String number = finding.line() > 0 ? finding.line() + " | " : "| ";
      out.println("      " + paint.faint(number + Visible.line(finding.excerpt())));
    }
    out.println("    " + paint.faint("→ " + Visible.line(finding.hint())));
  }

  private String origin(Finding finding) {
    String words = finding.risk().map(Risk::words).orElse(finding.origin().word());
    return "  " + paint.faint("(" + words + ")");
  }

  private String coloured(Severity severity) {
    return switch (severity) {
      case ERROR -> paint.red(word(severity));
      case WARNING -> paint.yellow(word(severity));
      case NOTE -> paint.faint(word(severity));
    };
  }

  static String word(Severity severity) {
    return switch (severity) {
      case ERROR -> "error";
      case WARNING -> "warning";
      case NOTE -> "note";
    };
  }
}
