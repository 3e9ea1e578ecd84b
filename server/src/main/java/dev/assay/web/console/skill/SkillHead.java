package dev.assay.web.console.skill;

import dev.assay.registry.Action;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillState;
import dev.assay.validation.PartialProof;
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

/// The head above every tab of a skill: its verdict and the possible actions.
///
/// @param run the shown run; empty if the skill was never validated
/// @param latest whether the shown run is the last one
/// @param result the result; empty unless the run has finished
/// @param seen the evidence of a run without tasks
/// @param review the skill as its reviewer sees it
public record SkillHead(
    PageFrame frame,
    Skill skill,
    Tab tab,
    Optional<RunRecord> run,
    boolean latest,
    Optional<ResultView> result,
    Optional<PartialProof> seen,
    ReviewView review,
    Notice notice) {

  /// The state of the skill in a few words and a colour.
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

  /// Returns the query that keeps an earlier run selected from tab to tab.
  public String query() {
    return latest ? "" : run.map(shown -> "?run=" + shown.id()).orElse("");
  }

  public boolean alive() {
    return run.filter(shown -> shown.state().alive()).isPresent();
  }

  public boolean canValidate() {
    return !alive()
        && latest
        && frame.may("POST", address() + "/validate")
        && Action.possible(skill).contains(Action.VALIDATE.word());
  }

  public boolean canResume() {
    return canValidate() && run.filter(shown -> shown.state().resumable()).isPresent();
  }

  public boolean canCancel() {
    return alive()
        && frame.may("POST", address() + "/cancel")
        && run.flatMap(RunRecord::cancelAskedBy).isEmpty();
  }

  public boolean canDelete() {
    return !alive()
        && latest
        && frame.may("POST", address() + "/delete")
        && Action.DELETE.allowedFrom(skill.status());
  }

  /// Tests whether the viewer has to approve or reject the shown skill.
  public boolean isToDecide() {
    return latest
        && !alive()
        && frame.may("POST", "/admin/reviews/" + skill.id() + "/approve")
        && (review.canApprove() || review.canReject());
  }

  /// Returns the commands of the command line that match the buttons.
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

  public String stateWords() {
    return SkillState.of(skill).words();
  }

  /// Returns the state of the skill or, for an earlier run, its outcome.
  public Standing standing() {
    if (alive()) {
      return new Standing(underWay(run.orElseThrow()), "blue");
    }
    if (latest) {
      SkillState state = SkillState.of(skill);
      return new Standing(state.words(), SkillRow.colour(state));
    }
    if (result.isEmpty()) {
      return new Standing("inconclusive", "orange");
    }
    if (!result.get().held().isEmpty()) {
      return new Standing("held", "orange");
    }
    return result.get().passed() ? new Standing("passed", "green") : new Standing("failed", "red");
  }

  private String underWay(RunRecord shown) {
    if (shown.cancelAskedBy().isPresent()) {
      return "being cancelled";
    }
    return switch (RunPurpose.of(shown)) {
      case APPROVAL -> "approved, being tested on the current image";
      case REMOVAL -> "out of use, being deleted";
      case VALIDATION ->
          shown.state() == RunRecord.State.WAITING
              ? "waits for its turn, " + shown.ahead() + " before it"
              : skill.inUse() ? "in use, being validated again" : "validating";
    };
  }

  /// Returns the reason why there is no verdict; empty if there is one or may still be one.
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
