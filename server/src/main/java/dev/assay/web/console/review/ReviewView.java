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
/// @param result of the run that it passed; empty if that is not kept any more
/// @param current version of the runtime image in use
/// @param ownUpload whether somebody else than the viewer has to approve it
public record ReviewView(
    Skill skill, Optional<ResultView> result, String current, boolean ownUpload) {
  public boolean canApprove() {
    return waits() && !ownUpload;
  }

  /// Whether it passed and nobody has decided.
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

  /// How it works offline, in one sentence.
  public String offline() {
    return result.map(ResultView::offline).orElse("");
  }

  public boolean rehearsal() {
    return skill.validated().rehearsal();
  }

  /// Whether another image is in use than the one it was tested on.
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

  /// What somebody else decided meanwhile; empty if nobody did.
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

  /// Puts together what a reviewer sees.
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
              .flatMap(run -> validations.resultJson(skill, run))
              .map(ResultView::read),
          images.current().version(),
          Caller.current()
              .filter(caller -> reviews.needsOtherReviewer(skill, caller.actor()))
              .isPresent());
    }
  }
}
