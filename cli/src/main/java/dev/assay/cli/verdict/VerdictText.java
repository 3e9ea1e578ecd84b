package dev.assay.cli.verdict;

import dev.assay.cli.check.Colours;
import dev.assay.cli.terminal.Table;
import dev.assay.skill.Visible;
import dev.assay.wire.Verdict;
import dev.assay.wire.VerdictFinding;
import dev.assay.wire.VerdictProof;
import dev.assay.wire.VerdictScores;
import dev.assay.wire.VerdictTask;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Writes the result for people: the verdict, the scores with their reasons, the problems to fix,
/// and links for further reading.
public final class VerdictText {
  private static final int LONGEST = 240;

  private final PrintWriter out;
  private final Colours paint;

  public VerdictText(PrintWriter out, Colours paint) {
    this.out = out;
    this.paint = paint;
  }

  public void write(ValidatedSkill subject, VerdictEnding ending) {
    switch (ending) {
      case VerdictEnding.Passed(var result) -> {
        out.println();
        headline(paint.green("✓"), subject, "passed", result);
        result(result);
        findings("What to know", FindingText.notes(result));
        readOn(
            subject,
            subject.skill().inUse() ? "It stays in use, newly proved." : "A reviewer decides now.");
        rehearsal(subject, result);
      }
      case VerdictEnding.Held(var result) -> {
        out.println();
        headline(paint.yellow("?"), subject, "is held: a reviewer has to decide", result);
        findings("What is left to the reviewer, and what to know", FindingText.notes(result));
        result(result);
        readOn(
            subject,
            subject.skill().inUse()
                ? "It stays in use until somebody decides otherwise."
                : "To approve it all the same: assay skills approve %s --acknowledge-held"
                    .formatted(Visible.line(subject.handle())));
        rehearsal(subject, result);
      }
      case VerdictEnding.Failed(var result) -> {
        out.println();
        headline(paint.red("✗"), subject, "failed", result);
        findings("What to fix", FindingText.causes(result));
        result(result);
        findings("What to know", FindingText.notes(result));
        readOn(
            subject,
            subject.skill().inUse()
                ? "It is still in use. An admin takes it out: assay images rollback. Mended, it is"
                    + " uploaded and validated again."
                : "Mend it and validate it again.");
        rehearsal(subject, result);
      }
      case VerdictEnding.Refused refused -> {
        out.println(paint.red("✗") + " " + name(subject) + " was refused: " + refused.code());
        if (refused.errors().isEmpty()) {
          out.println("  " + shown(refused.message()));
        }
        refused.errors().forEach(each -> out.println("  * " + shown(Texts.finding(each))));
        out.println("Nothing was run. To see all that was found: assay check PATH");
      }
      case VerdictEnding.Inconclusive(String reason, String remedy) -> {
        out.println();
        out.println(paint.yellow("?") + " " + name(subject) + " is inconclusive: no verdict.");
        out.println("  " + Visible.text(reason).replace("\n", "\n  "));
        out.println("  → " + shown(remedy));
      }
      case VerdictEnding.Begun _ -> {
        out.println(name(subject) + " is being validated.");
        out.println("  How it stands: assay skills show " + subject.handle());
        out.println("  Its report:    assay skills report " + subject.handle());
      }
    }
    out.flush();
  }

  private void headline(String mark, ValidatedSkill subject, String word, Verdict result) {
    out.println(
        mark
            + " "
            + name(subject)
            + " "
            + paint.bold(word)
            + (result.rehearsal() ? paint.yellow("  (rehearsal)") : ""));
  }

  private void result(Verdict result) {
    out.println();
    if (!result.tasks().isEmpty()) {
      Table table = new Table("TASK", "ONLINE", "OFFLINE", "SKILL USED", "NETWORK");
      for (VerdictTask task : result.tasks()) {
        table.add(
            Visible.line(task.task(), 40),
            grade(task.online()),
            grade(task.offline()),
            used(task.online(), task.offline()),
            network(task.online(), task.offline()));
      }
      out.println(table);
      result.tasks().forEach(this::reasons);
      out.println();
    }
    scores(result.scores());
    out.println(shown(result.layer1Result().networkTest().summary()));
    Optional.ofNullable(result.proof()).ifPresent(this::proof);
    String executors = ExecutorTable.of(result);
    if (!executors.isEmpty()) {
      out.println();
      out.println(executors);
    }
    String engine = result.engine().orElse("local");
    out.println();
    out.println(
        "Tested on %s (base %s%s)."
            .formatted(
                shown(result.architecture()),
                shown(result.base()),
                engine.equals("local") ? "" : ", engine " + shown(engine)));
  }

  private void reasons(VerdictTask task) {
    out.println();
    out.println(Visible.line(task.task(), 40) + ": " + paint.faint(shown(task.prompt())));
    String online = reason(task.online());
    String offline = reason(task.offline());
    if (online.equals(offline)) {
      out.println("  " + shown(online));
      return;
    }
    out.println("  online:  " + shown(online));
    if (!offline.isEmpty()) {
      out.println("  offline: " + shown(offline));
    }
  }

  private static String reason(VerdictTask.@Nullable Attempt attempt) {
    return attempt == null ? "" : attempt.reason();
  }

  private void scores(@Nullable VerdictScores scores) {
    if (scores == null) {
      out.println("No scores: the validation stopped before everything was measured.");
      return;
    }
    VerdictScores.Weights weights = scores.weights();
    Table table = new Table("SCORE", "OF 100", "WEIGHT");
    table.add("completion", scores.completionScore().toString(), weights.completion().toString());
    table.add("trigger", scores.triggerScore().toString(), weights.trigger().toString());
    table.add("offline", scores.offlineScore().toString(), weights.offline().toString());
    table.add("overall", scores.overall().toString(), "passes at " + scores.threshold());
    out.println(table);
  }

  private void proof(VerdictProof proof) {
    out.println();
    out.println("Proof %s: %s.".formatted(shown(proof.level()), shown(proof.words())));
    if (!proof.notMeasured().isEmpty()) {
      out.println("Not measured: " + shown(String.join("; ", proof.notMeasured())) + ".");
    }
  }

  private void findings(String title, List<VerdictFinding> findings) {
    if (!findings.isEmpty()) {
      out.println();
      out.println(paint.bold(title));
    }
    for (VerdictFinding finding : findings) {
      List<String> lines = FindingText.lines(finding);
      out.println("  * " + lines.getFirst());
      lines.stream().skip(1).forEach(line -> out.println("    " + line));
    }
  }

  private void readOn(ValidatedSkill subject, String next) {
    out.println();
    out.println(next);
    out.println("Report: assay skills report " + Visible.line(subject.handle()));
    subject
        .server()
        .ifPresent(
            server -> out.println("        " + server.resolve("/admin/skills/" + subject.id())));
  }

  private void rehearsal(ValidatedSkill subject, Verdict result) {
    if (result.rehearsal()) {
      out.println();
      out.println(
          paint.yellow("Rehearsal:")
              + " rules took the place of a language model, which proves less. To have a model do and");
      out.println(
          "judge the tasks, set ASSAY_MODEL_BASE_URL, ASSAY_MODEL_NAME and ASSAY_MODEL_KEY"
              + (subject.server().isPresent() ? " for the server" : "")
              + " and");
      out.println("validate again (docs/reference/models.md).");
    }
  }

  private static String grade(VerdictTask.@Nullable Attempt attempt) {
    return attempt == null ? "not reached" : attempt.score() + " of 5";
  }

  private static String used(
      VerdictTask.@Nullable Attempt online, VerdictTask.@Nullable Attempt offline) {
    boolean first = online != null && online.activated();
    if (offline == null || offline.activated() == first) {
      return first ? "yes" : "no";
    }
    return first ? "online only" : "offline only";
  }

  private static String network(
      VerdictTask.@Nullable Attempt online, VerdictTask.@Nullable Attempt offline) {
    List<String> contacted = online == null ? List.of() : online.network();
    if (offline == null) {
      return contacted.isEmpty()
          ? "online nothing, offline not reached"
          : "online %d, offline not reached: %s".formatted(contacted.size(), places(contacted));
    }
    List<String> tried = offline.network();
    if (contacted.isEmpty() && tried.isEmpty()) {
      return "nothing";
    }
    return "online %d, offline %d: %s"
        .formatted(contacted.size(), tried.size(), places(tried.isEmpty() ? contacted : tried));
  }

  private static String places(List<String> places) {
    return Visible.line(Texts.list(places, ""), 80);
  }

  private String name(ValidatedSkill subject) {
    return paint.bold(Visible.line(subject.title(), LONGEST));
  }

  private static String shown(String stranger) {
    return Visible.line(stranger.replaceAll("\\s+", " "), LONGEST);
  }
}
