package dev.assay.validation.lab;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.CommandResult;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.Sandbox;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskChecker;
import dev.assay.skill.task.TaskFile;
import dev.assay.validation.evidence.Checked;
import dev.assay.validation.evidence.TaskRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Has results checked by the checker of a task. The checker runs offline on the base alone, in a
/// sandbox of its own, so that no file of an agent or a skill can influence it. A model wrote the
/// checker. It counts only if it accepts its own example and refuses an empty result.
public final class Checking {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final int LONGEST_WORDS = 300;
  private static final int RIGHT = 0;
  private static final int WRONG = 1;
  private static final String PLACE = Layout.WORKSPACE + "/check";

  /// An empty working directory, because interpreters load modules from there.
  private static final String NOTHING = PLACE + "/nothing";

  private final Laboratory laboratory;

  public Checking(Laboratory laboratory) {
    this.laboratory = laboratory;
  }

  /// Checks a result. Returns empty if the task has no checker or was not done.
  ///
  /// @param site the site of the trial
  /// @param step the step of the check
  Optional<Checked> check(Laboratory.Site site, String step, Task task, TaskRun done) {
    return task.checker()
        .filter(_ -> !done.gaveUp())
        .map(its -> check(site, step, task, its, done));
  }

  private Checked check(
      Laboratory.Site site, String step, Task task, TaskChecker checker, TaskRun done) {
    if (Produced.mayLack(done.produced())) {
      return Checked.unusable("Not everything that was produced was kept.");
    }
    try (Sandbox sandbox = laboratory.openBare(site.onBase().inStep(step))) {
      SandboxFiles files = sandbox.files();
      files.writeText(PLACE + "/checker.sh", checker.script());
      for (TaskFile input : task.files()) {
        files.write(Layout.UPLOADS + "/" + input.name(), input.content());
      }
      if (code(run(sandbox, "empty", "", List.of())) != WRONG) {
        return Checked.unusable("The checker does not refuse an empty result.");
      }
      if (code(run(sandbox, "example", checker.answer(), checker.files())) != RIGHT) {
        return Checked.unusable("The checker does not accept its own example.");
      }
      CommandResult result = run(sandbox, "result", done.answer(), done.produced());
      return switch (code(result)) {
        case RIGHT -> Checked.RIGHT;
        case WRONG -> Checked.wrong(words(result));
        default -> Checked.unusable("The checker failed: " + words(result));
      };
    }
  }

  private static CommandResult run(
      Sandbox sandbox, String name, String answer, List<TaskFile> produced) {
    String folder = PLACE + "/" + name;
    sandbox.files().makeFolder(folder);
    sandbox.files().makeFolder(NOTHING);
    for (TaskFile file : produced) {
      sandbox.files().write(folder + "/" + file.name(), file.content());
    }
    String answers = PLACE + "/" + name + ".txt";
    sandbox.files().writeText(answers, answer);
    return sandbox.run(
        Command.of("/bin/sh", PLACE + "/checker.sh", answers, folder)
            .in(NOTHING)
            .withVariable("PYTHONSAFEPATH", "1")
            .withTimeout(LONGEST)
            .withOutputLimit(1 << 12));
  }

  private static int code(CommandResult result) {
    return result.shellCode();
  }

  /// Returns the first printed line.
  private static String words(CommandResult result) {
    String line =
        (result.stdout().text() + "\n" + result.stderr().text())
            .lines()
            .map(String::strip)
            .filter(each -> !each.isEmpty())
            .findFirst()
            .orElse("It does not say why.");
    return EvidenceLimits.text(
        line.length() > LONGEST_WORDS ? line.substring(0, LONGEST_WORDS) + "…" : line);
  }
}
