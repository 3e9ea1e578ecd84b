package dev.assay.cli.check;

import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import dev.assay.skill.Visible;
import java.io.PrintStream;
import java.util.List;

/// Writes JUnit XML with one test case per skill.
public final class JunitReport implements ReportWriter {
  private final PrintStream out;
  private final StringBuilder cases = new StringBuilder();
  private int tests;
  private int failures;

  public JunitReport(PrintStream out) {
    this.out = out;
  }

  @Override
  public void skill(CheckedSkill skill) {
    tests++;
    cases
        .append("    <testcase classname=\"assay.check\" name=\"")
        .append(quoted(skill.path().toString()))
        .append("\">\n");
    if (!skill.passed()) {
      failures++;
      List<Finding> reasons =
          skill.errors().isEmpty()
              ? skill.findings().stream()
                  .filter(each -> each.severity() == Severity.WARNING)
                  .toList()
              : skill.errors();
      cases
          .append("      <failure type=\"")
          .append(quoted(reasons.getFirst().code()))
          .append("\" message=\"")
          .append(quoted(reasons.getFirst().message()))
          .append("\">");
      reasons.forEach(reason -> cases.append(line(reason)));
      cases.append("</failure>\n");
    }
    List<Finding> rest = skill.findings().stream().filter(each -> !each.isError()).toList();
    if (!rest.isEmpty()) {
      cases.append("      <system-out>");
      rest.forEach(each -> cases.append(line(each)));
      cases.append("</system-out>\n");
    }
    cases.append("    </testcase>\n");
  }

  @Override
  public void finish() {
    out.println("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    String counts = " tests=\"" + tests + "\" failures=\"" + failures + "\" errors=\"0\"";
    out.println("<testsuites" + counts + ">");
    out.println("  <testsuite name=\"assay check\"" + counts + " skipped=\"0\">");
    out.print(cases);
    out.println("  </testsuite>");
    out.println("</testsuites>");
    out.flush();
  }

  private static String line(Finding finding) {
    String place =
        finding.file().isEmpty()
            ? ""
            : finding.file() + (finding.line() > 0 ? ":" + finding.line() : "") + " ";
    return quoted(place + finding.code() + " " + finding.message() + " " + finding.hint()) + "\n";
  }

  private static String quoted(String text) {
    return Visible.line(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&apos;");
  }
}
