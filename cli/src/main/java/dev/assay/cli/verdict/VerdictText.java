package dev.assay.cli.verdict;

import dev.assay.cli.check.Colours;
import dev.assay.cli.terminal.Table;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.util.List;
import tools.jackson.databind.JsonNode;

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

  private void headline(String mark, ValidatedSkill subject, String word, JsonNode result) {
    out.println(
        mark
            + " "
            + name(subject)
            + " "
            + paint.bold(word)
            + (result.path("rehearsal").asBoolean() ? paint.yellow("  (rehearsal)") : ""));
  }

  private void result(JsonNode result) {
    out.println();
    JsonNode tasks = result.path("tasks");
    if (!tasks.isEmpty()) {
      Table table = new Table("TASK", "ONLINE", "OFFLINE", "SKILL USED", "NETWORK");
      for (JsonNode task : tasks) {
        table.add(
            Visible.line(task.path("task").asString(""), 40),
            grade(task.path("online")),
            grade(task.path("offline")),
            used(task),
            network(task));
      }
      out.println(table);
      tasks.forEach(this::reasons);
      out.println();
    }
    scores(result.path("scores"));
    String offline = result.path("layer1_result").path("network_test").path("summary").asString("");
    if (!offline.isEmpty()) {
      out.println(shown(offline));
    }
    proof(result.path("proof"));
    String executors = ExecutorTable.of(result);
    if (!executors.isEmpty()) {
      out.println();
      out.println(executors);
    }
    String processor = result.path("architecture").asString("");
    String engine = result.path("engine").asString("");
    if (!processor.isEmpty()) {
      out.println();
      out.println(
          "Tested on %s (base %s%s)."
              .formatted(
                  shown(processor),
                  shown(result.path("base").asString("?")),
                  engine.isEmpty() || engine.equals("local") ? "" : ", engine " + shown(engine)));
    }
  }

  private void reasons(JsonNode task) {
    out.println();
    out.println(
        Visible.line(task.path("task").asString(""), 40)
            + ": "
            + paint.faint(shown(task.path("prompt").asString(""))));
    String online = task.path("online").path("reason").asString("");
    String offline = task.path("offline").path("reason").asString("");
    if (online.equals(offline)) {
      out.println("  " + shown(online));
      return;
    }
    out.println("  online:  " + shown(online));
    if (!offline.isEmpty()) {
      out.println("  offline: " + shown(offline));
    }
  }

  private void scores(JsonNode scores) {
    if (!scores.isObject()) {
      out.println("No scores: the validation stopped before everything was measured.");
      return;
    }
    Table table = new Table("SCORE", "OF 100", "WEIGHT");
    for (String name : List.of("completion", "trigger", "offline")) {
      table.add(
          name,
          scores.path(name + "_score").asString(),
          scores.path("weights").path(name).asString());
    }
    table.add(
        "overall",
        scores.path("overall").asString(),
        "passes at " + scores.path("threshold").asString());
    out.println(table);
  }

  private void proof(JsonNode proof) {
    if (proof.isObject()) {
      out.println();
      out.println(
          "Proof %s: %s."
              .formatted(
                  shown(proof.path("level").asString("")),
                  shown(proof.path("words").asString(""))));
      List<String> missing = Texts.all(proof, "not_measured");
      if (!missing.isEmpty()) {
        out.println("Not measured: " + shown(String.join("; ", missing)) + ".");
      }
    }
  }

  private void findings(String title, List<JsonNode> findings) {
    if (!findings.isEmpty()) {
      out.println();
      out.println(paint.bold(title));
    }
    for (JsonNode finding : findings) {
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

  private void rehearsal(ValidatedSkill subject, JsonNode result) {
    if (result.path("rehearsal").asBoolean()) {
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

  private static String grade(JsonNode attempt) {
    return attempt.isObject() ? attempt.path("score").asInt() + " of 5" : "not reached";
  }

  private static String used(JsonNode task) {
    boolean online = task.path("online").path("activated").asBoolean();
    if (!task.path("offline").isObject()) {
      return online ? "yes" : "no";
    }
    boolean offline = task.path("offline").path("activated").asBoolean();
    return online == offline ? (online ? "yes" : "no") : online ? "online only" : "offline only";
  }

  private static String network(JsonNode task) {
    int online = task.path("online").path("network").size();
    int offline = task.path("offline").path("network").size();
    if (!task.path("offline").isObject()) {
      return online == 0
          ? "online nothing, offline not reached"
          : "online %d, offline not reached: %s"
              .formatted(online, Visible.line(Texts.list(task.path("online"), "network", ""), 80));
    }
    if (online + offline == 0) {
      return "nothing";
    }
    JsonNode shown = task.path(offline > 0 ? "offline" : "online");
    return "online %d, offline %d: %s"
        .formatted(online, offline, Visible.line(Texts.list(shown, "network", ""), 80));
  }

  private String name(ValidatedSkill subject) {
    return paint.bold(Visible.line(subject.title(), LONGEST));
  }

  private static String shown(String stranger) {
    return Visible.line(stranger.replaceAll("\\s+", " "), LONGEST);
  }
}
