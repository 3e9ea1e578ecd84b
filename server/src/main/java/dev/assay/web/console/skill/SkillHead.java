package dev.assay.web.console.skill;

import dev.assay.registry.Action;
import dev.assay.registry.Skill;
import dev.assay.registry.Status;
import dev.assay.validation.RunPurpose;
import dev.assay.web.console.Notice;
import dev.assay.web.console.PageFrame;
import dev.assay.web.console.evidence.ResultView;
import dev.assay.web.console.review.ReviewView;
import dev.assay.workflow.RunOutcome;
import dev.assay.workflow.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What stands above every tab of a skill: its verdict and what can be done.
///
/// @param run the one that is shown; empty if the skill was never validated
/// @param latest whether that is the last one
/// @param result empty unless the run came to its end
/// @param review the skill as its reviewer sees it
public record SkillHead(
    PageFrame frame,
    Skill skill,
    Tab tab,
    Optional<RunRecord> run,
    boolean latest,
    Optional<ResultView> result,
    ReviewView review,
    Notice notice) {

  /// How the skill stands, in a few words and a colour.
  public record Standing(String words, String colour) {}

  public List<Tab> tabs() {
    return List.of(Tab.values());
  }

  public String address() {
    return "/admin/skills/" + skill.id();
  }

  public String address(Tab other) {
    String path = other == Tab.OVERVIEW ? address() : address() + "/" + other.word();
    return path + query();
  }

  /// Keeps to an earlier run from tab to tab.
  public String query() {
    return latest ? "" : run.map(shown -> "?run=" + shown.id()).orElse("");
  }

  public boolean alive() {
    return run.filter(shown -> shown.state().alive()).isPresent();
  }

  public boolean canValidate() {
    return !alive() && latest && Action.VALIDATE.allowedFrom(skill.status());
  }

  public boolean canResume() {
    return canValidate() && run.filter(shown -> shown.state().resumable()).isPresent();
  }

  public boolean canCancel() {
    return alive() && run.flatMap(RunRecord::cancelAskedBy).isEmpty();
  }

  public boolean canDelete() {
    return !alive() && latest && Action.DELETE.allowedFrom(skill.status());
  }

  /// Whether somebody has to approve or reject what is shown.
  public boolean isToDecide() {
    return latest && !alive() && (review.canApprove() || review.canReject());
  }

  /// What the buttons above do, on the command line.
  public List<String> commands() {
    List<String> commands = new ArrayList<>();
    commands.add("assay skills show " + skill.id());
    if (canResume()) {
      commands.add("assay skills resume " + skill.id());
    }
    if (canValidate()) {
      commands.add("assay skills validate " + skill.id());
    }
    if (canCancel()) {
      commands.add("assay skills cancel " + skill.id());
    }
    if (canDelete()) {
      commands.add("assay skills delete " + skill.id());
    }
    return commands;
  }

  public Standing standing() {
    if (run.isEmpty()) {
      return new Standing("Not validated yet", "secondary");
    }
    if (result.isPresent()) {
      if (!result.get().held().isEmpty() && skill.status() == Status.PENDING) {
        return new Standing("Held, a reviewer has to decide", "orange");
      }
      return result.get().passed() || !result.get().held().isEmpty()
          ? passed()
          : new Standing("Failed", "red");
    }
    return switch (run.get().state()) {
      case WAITING, RUNNING -> new Standing(underWay(run.get()), "blue");
      case CANCELLED -> new Standing("Cancelled", "orange");
      case FINISHED, FAILED, TIMED_OUT, INCONCLUSIVE -> new Standing("Inconclusive", "orange");
    };
  }

  private String underWay(RunRecord shown) {
    if (!canCancel()) {
      return "Being cancelled";
    }
    return switch (RunPurpose.of(shown)) {
      case APPROVAL -> "Approved, being tested on the current image";
      case REMOVAL -> "Out of use, being deleted";
      case VALIDATION ->
          shown.state() == RunRecord.State.WAITING
              ? "Waits for its turn, " + shown.ahead() + " before it"
              : "Being validated";
    };
  }

  private Standing passed() {
    if (!latest) {
      return new Standing("Passed", "green");
    }
    return switch (skill.status()) {
      case APPROVED ->
          skill.inUse()
              ? new Standing("Passed and approved", "green")
              : new Standing("Approved, replaced by a newer version", "secondary");
      case REJECTED -> new Standing("Passed, rejected by a reviewer", "red");
      case ROLLBACK_PENDING -> new Standing("Rolled back with its image", "orange");
      case PENDING, VALIDATING -> new Standing("Passed, waits for a review", "green");
    };
  }

  /// Why there is no verdict; empty if there is one, or may still be.
  public String whyNone() {
    return run.flatMap(RunRecord::outcome)
        .map(
            outcome ->
                switch (outcome) {
                  case RunOutcome.Finished _ -> "";
                  case RunOutcome.Failed failed -> failed.code() + ": " + failed.reason();
                  case RunOutcome.Cancelled cancelled -> "Cancelled by " + cancelled.by() + ".";
                  case RunOutcome.TimedOut _ ->
                      "The time for the validation was over. Resume it to go on.";
                  case RunOutcome.Inconclusive inconclusive ->
                      inconclusive.code() + ": " + inconclusive.reason();
                })
        .orElse("");
  }
}
