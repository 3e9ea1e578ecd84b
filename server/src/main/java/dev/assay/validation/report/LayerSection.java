package dev.assay.validation.report;

import static dev.assay.validation.report.MarkdownText.quoted;

import dev.assay.validation.evidence.JudgeCheck;
import dev.assay.validation.evidence.ProofSummary;
import dev.assay.validation.evidence.Result;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The section of layer 1, the skill itself: tasks, network, resources and scores.
final class LayerSection {
  private final MarkdownText text;
  private final Result result;

  LayerSection(MarkdownText text, Result result) {
    this.text = text;
    this.result = result;
  }

  void write() {
    text.heading("Layer 1: the skill itself");
    tasks();
    network();
    resources();
    scores();
  }

  private void tasks() {
    text.subheading("Tasks");
    if (result.tasks().isEmpty()) {
      text.line("Not reached.");
    }
    for (Result.TaskResult task : result.tasks()) {
      text.line("");
      text.line("#### %s".formatted(quoted(task.task())));
      text.line("");
      text.line("> " + quoted(task.prompt()));
      attempt("Online", task.online());
      attempt("Offline", task.offline());
    }
  }

  private void attempt(String phase, Optional<Result.Attempt> found) {
    text.line("");
    if (found.isEmpty()) {
      text.line("**%s**: not reached.".formatted(phase));
      return;
    }
    Result.Attempt attempt = found.get();
    text.line("**%s**: %d of 5. %s".formatted(phase, attempt.score(), quoted(attempt.reason())));
    text.line("");
    attempt
        .checked()
        .ifPresent(
            its ->
                text.line(
                    "* Checked by program: %s. %s"
                        .formatted(
                            its.outcome().name().toLowerCase(Locale.ROOT), quoted(its.words()))));
    text.line(
        "* Skills used: %s%s"
            .formatted(
                attempt.skillsUsed().isEmpty() ? "none" : String.join(", ", attempt.skillsUsed()),
                attempt.activated() ? "" : " — the skill under test was not used"));
    if (!attempt.missed().isEmpty()) {
      text.line("* Missed: " + quoted(String.join("; ", attempt.missed())));
    }
    text.line("* Network: " + places(attempt.network()));
    if (!attempt.installs().isEmpty()) {
      text.line("* Installed during the task: " + quoted(String.join(", ", attempt.installs())));
    }
  }

  private static String places(List<String> all) {
    return all.isEmpty() ? "nothing" : quoted(String.join(", ", all));
  }

  private void network() {
    text.subheading("Network");
    text.line(result.offlineWords().isEmpty() ? "Not recorded." : quoted(result.offlineWords()));
    Set<String> contacted = new TreeSet<>();
    result
        .tasks()
        .forEach(task -> task.online().ifPresent(online -> contacted.addAll(online.network())));
    if (!result.notReached().contains("online")) {
      text.line("");
      text.line("Contacted online: " + places(List.copyOf(contacted)) + ".");
    }
    text.list("Not declared", result.undeclaredHosts());
  }

  private void resources() {
    text.subheading("Resources");
    if (result.tasks().isEmpty()) {
      text.line("Not reached.");
      return;
    }
    text.line("| task | time | CPU | memory at most | read | written |");
    text.line("|---|---|---|---|---|---|");
    for (Result.TaskResult task : result.tasks()) {
      task.online().ifPresent(attempt -> resources(task.task() + " online", attempt));
      task.offline().ifPresent(attempt -> resources(task.task() + " offline", attempt));
    }
  }

  private void resources(String name, Result.Attempt attempt) {
    text.line(
        "| %s | %d ms | %d ms | %d bytes | %d bytes | %d bytes |"
            .formatted(
                quoted(name),
                attempt.used().millis(),
                attempt.used().cpuMillis(),
                attempt.used().peakMemory(),
                attempt.used().diskRead(),
                attempt.used().diskWritten()));
  }

  private void scores() {
    text.subheading("Scores");
    if (result.scores().isEmpty()) {
      text.line("There are none: the validation stopped before everything was measured.");
      return;
    }
    result.proof().ifPresent(this::proof);
    JudgeCheck.noise(result.judgeChecks()).ifPresent(this::judge);
    Result.Scores scores = result.scores().get();
    Result.Weights weights = scores.weights();
    text.line("| score | value | weight |");
    text.line("|---|---|---|");
    text.line("| completion | %s | %s |".formatted(scores.completion(), weights.completion()));
    text.line("| trigger | %s | %s |".formatted(scores.trigger(), weights.trigger()));
    text.line("| offline | %s | %s |".formatted(scores.offline(), weights.offline()));
    text.line(
        "| **overall** | **%s** | passes at %d |".formatted(scores.overall(), scores.threshold()));
  }

  private void proof(ProofSummary proof) {
    text.line("Proof `%s`: %s.".formatted(proof.level(), quoted(proof.words())));
    if (!proof.notMeasured().isEmpty()) {
      text.line("");
      text.line("Not measured: %s.".formatted(quoted(String.join("; ", proof.notMeasured()))));
    }
    text.line("");
  }

  private void judge(double noise) {
    String leniency =
        JudgeCheck.leniency(result.judgeChecks()).stream()
            .mapToObj(
                bias -> String.format(Locale.ROOT, "; %+.2f grades against a second judge", bias))
            .findFirst()
            .orElse("");
    text.line(
        String.format(
            Locale.ROOT,
            "Judge: %d transcripts judged twice, standard deviation of one grade %.2f%s.",
            result.judgeChecks().size(),
            noise,
            leniency));
    text.line("");
  }
}
