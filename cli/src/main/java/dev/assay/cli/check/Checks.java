package dev.assay.cli.check;

import dev.assay.examination.SkillInspection;
import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.intake.LookAlikes;
import dev.assay.skill.Bundle;
import dev.assay.skill.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Examines skills on all cores and delivers the results in the order of the request. Only a few
/// results wait at a time, so that memory does not grow with the number of skills.
public final class Checks {
  /// The number of waiting skills per core. It keeps the other cores busy while one skill takes a
  /// second.
  private static final int WAITING_PER_CORE = 64;

  private final Intake intake;
  private final CheckedSkill.Strictness strictness;
  private final Optional<SkillInspection> inspection;

  /// @param inspection the inspection by a model; empty for none
  public Checks(
      Intake intake, CheckedSkill.Strictness strictness, Optional<SkillInspection> inspection) {
    this.intake = intake;
    this.strictness = strictness;
    this.inspection = inspection;
  }

  public void run(List<Path> skills, Consumer<CheckedSkill> each) throws InterruptedException {
    if (skills.size() == 1) {
      each.accept(check(skills.getFirst()));
      return;
    }
    int cores = Runtime.getRuntime().availableProcessors();
    try (ExecutorService workers = Executors.newFixedThreadPool(cores)) {
      Deque<Future<CheckedSkill>> waiting = new ArrayDeque<>();
      LookAlikes.Row names = new LookAlikes.Row();
      for (Path skill : skills) {
        waiting.add(workers.submit(() -> check(skill)));
        if (waiting.size() > cores * WAITING_PER_CORE) {
          each.accept(beside(names, result(workers, waiting.remove())));
        }
      }
      while (!waiting.isEmpty()) {
        each.accept(beside(names, result(workers, waiting.remove())));
      }
    }
  }

  /// Waits for a result. A failure ends the work on all other skills, because their results would
  /// be discarded.
  private static CheckedSkill result(ExecutorService workers, Future<CheckedSkill> future)
      throws InterruptedException {
    boolean done = false;
    try {
      CheckedSkill result = result(future);
      done = true;
      return result;
    } finally {
      if (!done) {
        workers.shutdownNow();
      }
    }
  }

  /// Adds a finding if the skill's name looks like the name of another skill in this check.
  private static CheckedSkill beside(LookAlikes.Row names, CheckedSkill checked) {
    return checked
        .examination()
        .name()
        .flatMap(names::next)
        .map(
            finding ->
                new CheckedSkill(
                    checked.path(), checked.examination().with(finding), checked.strictness()))
        .orElse(checked);
  }

  /// Checks one skill. An unreadable skill is a result, too, so that the following skills are still
  /// checked.
  private CheckedSkill check(Path path) {
    return new CheckedSkill(path, examine(path), strictness);
  }

  private Examination examine(Path path) {
    try {
      Examination examination = intake.check(path);
      return inspection.isPresent() && examination instanceof Examination.Accepted(Bundle bundle)
          ? intake.with(examination, read(inspection.get(), bundle, path))
          : examination;
    } catch (IOException e) {
      return Examination.unreadable(path + " cannot be read: " + IoReason.words(e) + ".");
    }
  }

  private static List<Finding> read(SkillInspection inspection, Bundle bundle, Path path)
      throws IOException {
    return Files.isDirectory(path)
        ? inspection.read(bundle, path)
        : List.of(SkillInspection.archive());
  }

  private static CheckedSkill result(Future<CheckedSkill> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
