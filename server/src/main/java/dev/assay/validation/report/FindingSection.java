package dev.assay.validation.report;

import static dev.assay.validation.report.MarkdownText.quoted;

import dev.assay.skill.Severity;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.ResultFinding;
import java.util.List;

/// The reasons for the verdict, the likeliest cause first.
final class FindingSection {
  private FindingSection() {}

  static void write(MarkdownText text, Result result) {
    List<ResultFinding> causes =
        result.findings().stream().filter(each -> each.severity() == Severity.ERROR).toList();
    if (!causes.isEmpty()) {
      text.heading("What to fix");
      causes.forEach(each -> finding(text, each));
    }
    List<ResultFinding> others =
        result.findings().stream().filter(each -> each.severity() != Severity.ERROR).toList();
    if (!others.isEmpty()) {
      text.heading("What to know");
      others.forEach(each -> finding(text, each));
    }
  }

  private static void finding(MarkdownText text, ResultFinding finding) {
    text.line("* `%s` %s".formatted(finding.code(), quoted(finding.message())));
    if (!finding.seenIn().isEmpty()) {
      text.line("  Seen in: " + quoted(String.join(", ", finding.seenIn())) + ".");
    }
    if (!finding.hint().isEmpty()) {
      text.line("  " + quoted(finding.hint()));
    }
    if (finding.severity() == Severity.ERROR) {
      text.line("  Repeat it: `%s`".formatted(finding.command().replaceAll("[`\\p{Cntrl}]", "?")));
    }
    if (!finding.excerpt().isEmpty()) {
      text.block(finding.excerpt());
    }
  }
}
