package dev.assay.web.console.review;

import dev.assay.images.Images;
import dev.assay.registry.Action;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillState;
import dev.assay.registry.Stage;
import dev.assay.validation.Reviews;
import dev.assay.validation.Validations;
import dev.assay.web.access.Caller;
import dev.assay.web.console.evidence.ResultView;
import dev.assay.web.console.evidence.ScoresView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// A skill as its reviewer sees it.
///
/// @param result the result of the run that the skill passed; empty if it is no longer kept
/// @param current the version of the runtime image in use
/// @param ownUpload whether the viewer uploaded the skill, so that another reviewer has to decide
public record ReviewView(
    Skill skill, Optional<ResultView> result, String current, boolean ownUpload) {
  public boolean canApprove() {
    return waits() && !ownUpload;
  }

  /// Tests whether the skill passed and still waits for a decision.
  public boolean waits() {
    return Action.APPROVE.allowedFrom(skill.status())
        && skill.validated().stage().equals(Optional.of(Stage.COMPLETED));
  }

  public boolean canReject() {
    return Action.REJECT.allowedFrom(skill.status()) && !ownUpload;
  }

  public Optional<ScoresView> scores() {
    return skill.validated().scores().map(ScoresView::read);
  }

  public String stateWords() {
    return SkillState.of(skill).words();
  }

  /// Returns the skill's behaviour offline in one sentence.
  public String offline() {
    return result.map(ResultView::offline).orElse("");
  }

  public boolean rehearsal() {
    return skill.validated().rehearsal();
  }

  /// Tests whether the image in use differs from the tested one.
  public boolean moved() {
    return result.filter(found -> !found.image().equals(current)).isPresent();
  }

  public String testedOn() {
    return result.map(ResultView::image).orElse("");
  }

  public String run() {
    return skill.validated().run().map(Object::toString).orElse("");
  }

  public List<String> commands() {
    List<String> commands = new ArrayList<>();
    commands.add("assay skills report " + skill.id());
    if (canApprove()) {
      commands.add(
          "assay skills approve "
              + skill.id()
              + (rehearsal() ? " --acknowledge-rehearsal" : "")
              + (skill.validated().heldReasons().isEmpty() ? "" : " --acknowledge-held"));
    }
    if (canReject()) {
      commands.add("assay skills reject " + skill.id() + " --reason \"…\"");
    }
    return commands;
  }

  /// Returns the decision that another reviewer made in the meantime; empty if there is none.
  public Optional<String> decidedAlready() {
    Skill.Decided decided = skill.decided();
    return switch (skill.status()) {
      case APPROVED ->
          decided
              .approved()
              .map(
                  mark ->
                      "%s has approved it already; it is in use with v1.%d. Nothing was changed now."
                          .formatted(mark.by(), decided.image().orElse(0)));
      case REJECTED ->
          decided
              .rejected()
              .map(
                  mark ->
                      "%s has rejected it already: %s Nothing was changed now."
                          .formatted(mark.by(), decided.rejectReason().orElse("")));
      case PENDING, VALIDATING, ROLLBACK_PENDING -> Optional.empty();
    };
  }

  /// Assembles the content of a reviewer's page.
  @Component
  public static final class Maker {
    private final Validations validations;
    private final Images images;
    private final Reviews reviews;

    Maker(Validations validations, Images images, Reviews reviews) {
      this.validations = validations;
      this.images = images;
      this.reviews = reviews;
    }

    public ReviewView of(Skill skill) {
      return new ReviewView(
          skill,
          skill
              .validated()
              .run()
              .flatMap(run -> validations.verdict(skill, run))
              .map(ResultView::of),
          images.current().version(),
          Caller.current()
              .filter(caller -> reviews.needsOtherReviewer(skill, caller.actor()))
              .isPresent());
    }
  }
}
