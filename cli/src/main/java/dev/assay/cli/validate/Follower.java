package dev.assay.cli.validate;

import dev.assay.cli.progress.ProgressView;
import dev.assay.cli.progress.RunStatus;
import dev.assay.cli.progress.StepFindings;
import dev.assay.cli.terminal.Interrupts;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.time.Duration;

/// Follows a run to its end by polling its status. Polling survives lost connections, proxies that
/// cut long answers, and a server that returns at another address.
final class Follower {
  private static final Duration PAUSE = Duration.ofMillis(250);

  private final RemoteSkills skills;
  private final ProgressView view;
  private final Interrupts interrupts;
  private final Duration patience;
  private StepFindings evidence = StepFindings.none();
  private long lastAnswer = System.nanoTime();
  private boolean lost;

  Follower(RemoteSkills skills, ProgressView view, Interrupts interrupts, Duration patience) {
    this.skills = skills;
    this.view = view;
    this.interrupts = interrupts;
    this.patience = patience;
  }

  /// The reason why following ended.
  enum Stop {
    OVER,
    INTERRUPTED,
    LOST
  }

  Stop follow(String id, String run) {
    while (true) {
      if (interrupts.asked()) {
        return Stop.INTERRUPTED;
      }
      if (isOver(id, run)) {
        return Stop.OVER;
      }
      if (lost && System.nanoTime() - lastAnswer > patience.toNanos()) {
        return Stop.LOST;
      }
      pause();
    }
  }

  /// Follows a run that was asked to stop. It gives up after the patience ran out.
  Stop followToTheEnd(String id, String run) {
    long asked = System.nanoTime();
    while (!isOver(id, run)) {
      if (System.nanoTime() - asked > patience.toNanos()) {
        return Stop.LOST;
      }
      pause();
    }
    return Stop.OVER;
  }

  private boolean isOver(String id, String run) {
    try {
      RunStatus standing = skills.standing(id);
      if (!standing.run().equals(run)) {
        return true; // another run began, so this one has ended
      }
      if (standing.steps().stream()
          .anyMatch(s -> s.isFinished() && s.isTelling() && !evidence.has(s.name()))) {
        evidence = StepFindings.of(skills.run(id, run));
      }
      answered();
      view.show(standing, evidence);
      return !standing.isAlive();
    } catch (AssayException e) {
      if (!isLoss(e)) {
        throw e;
      }
      if (!interrupts.asked()) {
        unanswered(e);
      }
      return false;
    }
  }

  private void answered() {
    lastAnswer = System.nanoTime();
    if (lost) {
      lost = false;
      view.note("The server answers again at " + skills.connection().url() + ".");
    }
  }

  private void unanswered(AssayException failure) {
    if (!lost) {
      lost = true;
      view.note(
          "%s Waiting up to %d s for it; the validation is kept."
              .formatted(failure.reason(), patience.toSeconds()));
    }
    skills.connection().lookAgain();
  }

  private static boolean isLoss(AssayException failure) {
    return failure.code() == ErrorCode.SERVER_UNREACHABLE
        || failure.code() == ErrorCode.SERVER_FAILED;
  }

  private void pause() {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      interrupts.calm();
    }
  }
}
