package dev.assay.validation.report;

import static dev.assay.validation.report.MarkdownText.quoted;

import dev.assay.agent.Assessor;
import dev.assay.skill.Bundle;
import dev.assay.skill.Finding;
import dev.assay.skill.Severity;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.validation.evidence.Result;
import java.util.List;
import java.util.Optional;

/// Renders the report as Markdown from the result.
public final class ReportTemplate {
  private final Result result;
  private final Bundle bundle;
  private final Optional<Assessor.Assessment> assessment;

  public ReportTemplate(Result result, Bundle bundle, Optional<Assessor.Assessment> assessment) {
    this.result = result;
    this.bundle = bundle;
    this.assessment = assessment;
  }

  public String markdown() {
    return head() + body();
  }

  /// Returns the verdict and its reasons. They begin every report, including one written by a
  /// model.
  public String head() {
    MarkdownText text = new MarkdownText();
    text.line("# Validation of %s, version %d".formatted(result.skill(), result.version()));
    text.line("");
    text.line(
        "**%s**%s"
            .formatted(
                verdict(), result.rehearsal() ? " *(rehearsal: by rules, without a model)*" : ""));
    FindingSection.write(text, result);
    return text.toString();
  }

  public String body() {
    MarkdownText text = new MarkdownText();
    basics(text);
    format(text);
    new LayerSection(text, result).write();
    text.line(ExecutorSection.of(result));
    assessment.ifPresent(found -> assessment(text, found));
    regressions(text);
    packages(text);
    text.heading("Conclusion");
    text.line(verdict());
    return text.toString();
  }

  private String verdict() {
    return switch (result.outcome()) {
      case "passed" -> "Passed; a reviewer decides.";
      case "held" -> "Held: it neither passed nor failed, and a reviewer has to decide.";
      default -> "Failed.";
    };
  }

  private void basics(MarkdownText text) {
    text.heading("Basics");
    text.line("* Name: %s, version %d".formatted(result.skill(), result.version()));
    text.line("* Description: " + quoted(bundle.manifest().description()));
    text.line("* Digest: `%s`".formatted(result.digest()));
    text.line(
        "* Tested on runtime image %s%s"
            .formatted(
                result.image(),
                result.architecture().isEmpty()
                    ? ""
                    : " (%s on %s)".formatted(result.base(), result.architecture())));
  }

  private void format(MarkdownText text) {
    text.heading("Format");
    List<String> warnings =
        bundle.findings().stream()
            .filter(each -> !each.isEvidence() && each.severity() == Severity.WARNING)
            .map(ReportTemplate::shown)
            .toList();
    text.line(warnings.isEmpty() ? "Passed." : "Passed, with warnings:");
    text.line("");
    text.bullets(warnings);
    text.heading("Static findings");
    List<String> scan =
        bundle.findings().stream().filter(Finding::isEvidence).map(ReportTemplate::shown).toList();
    if (scan.isEmpty()) {
      text.line("None.");
    }
    text.bullets(scan);
  }

  private static String shown(Finding finding) {
    String place = finding.file() + (finding.line() > 0 ? ":" + finding.line() : "");
    return (place.isEmpty() ? "" : place + " ") + finding.code() + " " + finding.message();
  }

  private void packages(MarkdownText text) {
    text.heading("Dependencies and conflicts");
    boolean own = result.environment().equals("per-skill");
    text.line(
        own
            ? "Packages go into an environment of the skill's own, `%s`."
                .formatted(new RuntimeEnvironment(result.skill()).folder())
            : "Packages go into the environment that all skills share.");
    text.line("");
    Result.Packages packages = result.packages();
    boolean none =
        packages.declared().isEmpty() && packages.needed().isEmpty() && packages.extra().isEmpty();
    if (none) {
      text.line("No package was installed.");
    }
    text.list("Declared", packages.declared());
    text.list("Needed by those", packages.needed());
    text.list("Undeclared", packages.extra());
    text.list("Built here from sources", packages.built());
    text.list("Asked for by its text and not fetched", packages.unmet());
    text.list("Take effect by themselves, or stand out", packages.noticed());
    text.line("");
    if (result.notReached().contains("layer2")) {
      text.line("Conflicts: not reached.");
    } else if (packages.conflicts().isEmpty()) {
      text.line("Conflicts: none.");
    }
    text.list("Conflicts", packages.conflicts());
  }

  private void regressions(MarkdownText text) {
    text.heading("Layer 2: skills admitted before");
    if (result.regressions().isEmpty()) {
      text.line(
          result.notReached().contains("layer2") ? "Not reached." : "There are none; 0 tested.");
    }
    for (Result.RegressionLine each : result.regressions()) {
      text.line(
          "* %s: %s"
              .formatted(
                  each.skill(),
                  each.regressions().isEmpty()
                      ? untouched(each.tasks())
                      : quoted(String.join(" ", each.regressions()))));
    }
  }

  private static String untouched(int tasks) {
    return tasks == 0
        ? "not tested, none of its tasks was done offline when it was admitted"
        : "tasks tried again: " + tasks + ", none got worse";
  }

  private static void assessment(MarkdownText text, Assessor.Assessment found) {
    text.subheading("Assessment");
    text.line(quoted(found.summary()));
    text.list("Strengths", found.strengths());
    text.list("Weaknesses", found.weaknesses());
    text.list("Recommendations", found.recommendations());
  }
}
