package dev.assay.validation.report;

import dev.assay.agent.Assessor;
import dev.assay.skill.Visible;
import dev.assay.skill.dependency.RuntimeEnvironment;
import dev.assay.validation.decision.Reason;
import dev.assay.validation.evidence.ProofSummary;
import dev.assay.validation.evidence.Result;
import java.util.List;
import java.util.Optional;

/// The report as Markdown. Text of strangers stands in it as quoted text without control
/// characters.
public final class ReportTemplate {
  private final Result result;
  private final Optional<Assessor.Assessment> assessment;
  private final StringBuilder text = new StringBuilder();

  public ReportTemplate(Result result, Optional<Assessor.Assessment> assessment) {
    this.result = result;
    this.assessment = assessment;
  }

  public String markdown() {
    text.setLength(0);
    line("# Validation of %s, version %d".formatted(result.skill(), result.version()));
    line("");
    line(
        "**%s**%s"
            .formatted(
                verdict(), result.rehearsal() ? " *(rehearsal: by rules, without a model)*" : ""));
    line("");
    line(
        "Digest `%s`, tested on runtime image %s%s."
            .formatted(
                result.digest(),
                result.image(),
                result.architecture().isEmpty()
                    ? ""
                    : " (%s on %s)".formatted(result.base(), result.architecture())));
    reasons();
    scores();
    text.append(ExecutorSection.of(result));
    tasks();
    packages();
    regressions();
    assessment.ifPresent(this::assessment);
    return text.toString();
  }

  private String verdict() {
    return switch (result.outcome()) {
      case "passed" -> "Passed; a reviewer decides.";
      case "held" -> "Held: it neither passed nor failed, and a reviewer has to decide.";
      default -> "Failed.";
    };
  }

  private void reasons() {
    if (!result.reasons().isEmpty()) {
      heading("What to fix");
      for (Reason reason : result.reasons()) {
        line("* `%s` %s".formatted(reason.code(), quoted(reason.message())));
      }
    }
    if (!result.held().isEmpty()) {
      heading("What is left to the reviewer");
      bullets(result.held());
    }
    if (!result.warnings().isEmpty()) {
      heading("What to know");
      bullets(result.warnings());
    }
  }

  private void scores() {
    heading("Scores");
    if (result.scores().isEmpty()) {
      line("There are none: the validation stopped before everything was measured.");
      return;
    }
    result.proof().ifPresent(this::proof);
    Result.Scores scores = result.scores().get();
    line("| score | value | weight |");
    line("|---|---|---|");
    line("| completion | %s | %s |".formatted(scores.completion(), scores.weights().completion()));
    line("| trigger | %s | %s |".formatted(scores.trigger(), scores.weights().trigger()));
    line("| offline | %s | %s |".formatted(scores.offline(), scores.weights().offline()));
    line("| **overall** | **%s** | passes at %d |".formatted(scores.overall(), scores.threshold()));
    line("");
    line(
        scores.offlineCapable()
            ? "Works offline."
            : "Does not work offline: %d attempts to reach the network, offline completion %s."
                .formatted(scores.attempts(), scores.offlineCompletion()));
  }

  private void proof(ProofSummary proof) {
    line("Proof `%s`: %s.".formatted(proof.level(), quoted(proof.words())));
    if (!proof.notMeasured().isEmpty()) {
      line("");
      line("Not measured: %s.".formatted(quoted(String.join("; ", proof.notMeasured()))));
    }
    line("");
  }

  private void tasks() {
    heading("Tasks");
    if (result.tasks().isEmpty()) {
      line("None were done.");
    }
    for (Result.TaskResult task : result.tasks()) {
      line("");
      line("### %s".formatted(quoted(task.task())));
      line("");
      line("> " + quoted(task.prompt()));
      task.online().ifPresent(attempt -> attempt("Online", attempt));
      task.offline().ifPresent(attempt -> attempt("Offline", attempt));
    }
  }

  private void attempt(String phase, Result.Attempt attempt) {
    line("");
    line("**%s**: %d of 5. %s".formatted(phase, attempt.score(), quoted(attempt.reason())));
    line("");
    line(
        "* Skills used: %s%s"
            .formatted(
                attempt.skillsUsed().isEmpty() ? "none" : String.join(", ", attempt.skillsUsed()),
                attempt.activated() ? "" : " — the skill under test was not used"));
    if (!attempt.missed().isEmpty()) {
      line("* Missed: " + quoted(String.join("; ", attempt.missed())));
    }
    line(
        "* Network: "
            + (attempt.network().isEmpty()
                ? "nothing"
                : quoted(String.join(", ", attempt.network()))));
    if (!attempt.installs().isEmpty()) {
      line("* Installed during the task: " + quoted(String.join(", ", attempt.installs())));
    }
    line(
        "* Took %d ms, %d ms of CPU, %d bytes of memory at most, %d bytes written"
            .formatted(
                attempt.used().millis(),
                attempt.used().cpuMillis(),
                attempt.used().peakMemory(),
                attempt.used().diskWritten()));
  }

  private void packages() {
    heading("Dependencies");
    boolean own = result.environment().equals("per-skill");
    line(
        own
            ? "Packages go into an environment of the skill's own, `%s`."
                .formatted(new RuntimeEnvironment(result.skill()).folder())
            : "Packages go into the environment that all skills share.");
    line("");
    Result.Packages packages = result.packages();
    boolean none =
        packages.declared().isEmpty() && packages.needed().isEmpty() && packages.extra().isEmpty();
    if (none) {
      line("No package was installed.");
    }
    list("Declared", packages.declared());
    list("Needed by those", packages.needed());
    list("Undeclared", packages.extra());
    list("Built here from sources", packages.built());
    list("Asked for by its text and not fetched", packages.unmet());
    list("Take effect by themselves, or stand out", packages.noticed());
    list("Conflicts", packages.conflicts());
  }

  private void regressions() {
    heading("Skills admitted before");
    if (result.regressions().isEmpty()) {
      line(result.approvable() ? "There are none." : "They were not tested.");
    }
    for (Result.RegressionLine each : result.regressions()) {
      line(
          "* %s: %s"
              .formatted(
                  each.skill(),
                  each.regressions().isEmpty()
                      ? untouched(each.tasks())
                      : String.join(" ", each.regressions())));
    }
  }

  private static String untouched(int tasks) {
    return tasks == 0
        ? "not tested, none of its tasks was done offline when it was admitted"
        : "tasks tried again: " + tasks + ", none got worse";
  }

  private void assessment(Assessor.Assessment found) {
    heading("Assessment");
    line(quoted(found.summary()));
    list("Strengths", found.strengths());
    list("Weaknesses", found.weaknesses());
    list("Recommendations", found.recommendations());
  }

  private void list(String title, List<String> items) {
    if (!items.isEmpty()) {
      line("");
      line(title + ":");
      line("");
      bullets(items);
    }
  }

  private void bullets(List<String> items) {
    items.forEach(item -> line("* " + quoted(item)));
  }

  private void heading(String title) {
    line("");
    line("## " + title);
    line("");
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  /// One line, nothing in it that Markdown or a terminal would act on.
  private static String quoted(String stranger) {
    return Visible.text(stranger.replaceAll("\\s+", " "))
        .replaceAll("([\\\\`*_{}\\[\\]<>#|!])", "\\\\$1");
  }
}
