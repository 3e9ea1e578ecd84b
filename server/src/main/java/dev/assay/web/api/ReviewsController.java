package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.assay.registry.Removals;
import dev.assay.registry.Review;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillPage;
import dev.assay.registry.Skills;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.Reviews;
import dev.assay.web.access.Caller;
import dev.assay.web.description.Shape;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin")
@Tag(name = "Review")
class ReviewsController {
  private final Reviews reviews;
  private final Skills skills;

  ReviewsController(Reviews reviews, Skills skills) {
    this.reviews = reviews;
    this.skills = skills;
  }

  @Schema(name = "WaitingSkill")
  record Waiting(
      @JsonProperty("skill_id") UUID skillId,
      String name,
      int version,
      String description,
      String digest,
      @JsonProperty("run_id") @Nullable UUID runId,
      @JsonRawValue @Shape("Scores") @Nullable String scores,
      boolean rehearsal,
      @JsonProperty("uploaded_by") String uploadedBy,
      @JsonProperty("waiting_since") @Nullable Instant since,
      @JsonProperty("approval_problem") @Nullable String problem) {
    static Waiting of(Skill skill) {
      return new Waiting(
          skill.id(),
          skill.name(),
          skill.version(),
          skill.bundle().manifest().description(),
          skill.bundle().digest().toString(),
          skill.validated().run().orElse(null),
          skill.validated().scores().orElse(null),
          skill.validated().rehearsal(),
          skill.uploadedBy(),
          skill.validated().when().orElse(null),
          skill.validated().inconclusiveReason().orElse(null));
    }
  }

  record WaitingList(List<Waiting> reviews, int page, int size, long total) {}

  record ApprovalBody(
      @Nullable String digest,
      @JsonProperty("run_id") @Nullable UUID runId,
      @JsonProperty("acknowledge_rehearsal") @Nullable Boolean acknowledgeRehearsal,
      @JsonProperty("acknowledge_held") @Nullable Boolean acknowledgeHeld) {
    Review by(Caller caller) {
      return new Review(
          caller.getName(),
          caller.owner(),
          Optional.ofNullable(digest),
          Optional.ofNullable(runId),
          Boolean.TRUE.equals(acknowledgeRehearsal)
              ? Review.Rehearsal.ACKNOWLEDGED
              : Review.Rehearsal.NOT_ACKNOWLEDGED,
          Boolean.TRUE.equals(acknowledgeHeld)
              ? Review.HeldReasons.ACKNOWLEDGED
              : Review.HeldReasons.NOT_ACKNOWLEDGED);
    }
  }

  record RejectionBody(@Nullable String reason) {}

  record DecisionAnswer(
      @JsonProperty("skill_id") UUID skillId,
      String status,
      @JsonProperty("runtime_image_version") @Nullable String image,
      @JsonProperty("run_id") @Nullable UUID runId) {}

  @GetMapping("/reviews")
  @Operation(
      operationId = "listReviews",
      summary = "Skills that passed and wait for a reviewer, oldest first")
  WaitingList waiting(
      @RequestParam(name = "q", defaultValue = "") String text,
      @RequestParam(name = "page", defaultValue = "0") int page,
      @RequestParam(name = "size", defaultValue = "50") int size) {
    Pages.require(page, size);
    SkillPage found = skills.waiting(text, page, size);
    return new WaitingList(
        found.skills().stream().map(Waiting::of).toList(), page, size, found.total());
  }

  @PostMapping("/skills/{id}/approve")
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.HELD_NOT_ACKNOWLEDGED,
    ErrorCode.INVALID_STATUS_TRANSITION,
    ErrorCode.MACHINE_UNSUITABLE,
    ErrorCode.REHEARSAL_NOT_ACKNOWLEDGED,
    ErrorCode.SANDBOX_FAILED,
    ErrorCode.SANDBOX_UNAVAILABLE,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.STORED_FILES_DAMAGED,
    ErrorCode.VALIDATION_IN_PROGRESS,
    ErrorCode.VALIDATION_NOT_COMPLETED
  })
  @Operation(
      operationId = "approveSkill",
      responses = {@ApiResponse(responseCode = "200"), @ApiResponse(responseCode = "202")},
      summary = "Approve a skill",
      description =
          "Its candidate becomes the next runtime image, and the skill is in use. The digest and"
              + " the run that were looked at can be named; anything else is refused then. 202 if"
              + " the current image changed since the validation: the skill is tested on it first.")
  ResponseEntity<DecisionAnswer> approve(
      @PathVariable("id") UUID id,
      @RequestBody(required = false) @Nullable ApprovalBody body,
      @AuthenticationPrincipal Caller caller) {
    ApprovalBody asked = body == null ? new ApprovalBody(null, null, null, null) : body;
    return switch (reviews.approve(id, asked.by(caller))) {
      case Reviews.Answer.InUse(int image) ->
          ResponseEntity.ok(new DecisionAnswer(id, "approved", "v1." + image, null));
      case Reviews.Answer.UnderWay(UUID run) ->
          ResponseEntity.status(HttpStatus.ACCEPTED)
              .body(new DecisionAnswer(id, "validating", null, run));
    };
  }

  @PostMapping("/skills/{id}/reject")
  @Refuses({
    ErrorCode.INVALID_STATUS_TRANSITION,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.VALIDATION_IN_PROGRESS
  })
  @Operation(operationId = "rejectSkill", summary = "Reject a skill, with a reason for its author")
  DecisionAnswer reject(
      @PathVariable("id") UUID id,
      @RequestBody RejectionBody body,
      @AuthenticationPrincipal Caller caller) {
    Skill rejected = reviews.reject(id, caller.actor(), Required.text(body.reason(), "reason"));
    return new DecisionAnswer(id, rejected.status().word(), null, null);
  }

  record DeletionAnswer(
      @JsonProperty("skill_id") UUID skillId,
      boolean deleted,
      @JsonProperty("builds_image") boolean buildsImage,
      @JsonProperty("next_image") boolean nextImage,
      @JsonProperty("run_id") @Nullable UUID runId) {}

  @DeleteMapping("/skills/{id}")
  @Refuses({
    ErrorCode.INVALID_STATUS_TRANSITION,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.VALIDATION_IN_PROGRESS
  })
  @Operation(
      operationId = "deleteSkill",
      responses = {@ApiResponse(responseCode = "200"), @ApiResponse(responseCode = "202")},
      summary = "Delete a skill with its files and tasks",
      description =
          "One whose packages are in the current image is out of use at once; 202, and it is gone"
              + " when the next image has been built without it and the others passed their tests"
              + " on it. With dry_run=true it only reports what it would take.")
  ResponseEntity<DeletionAnswer> delete(
      @PathVariable("id") UUID id,
      @RequestParam(name = "dry_run", defaultValue = "false") boolean dryRun,
      @AuthenticationPrincipal Caller caller) {
    Removals.Effort effort = reviews.effort(id);
    boolean builds = effort == Removals.Effort.REBUILD;
    boolean next = effort != Removals.Effort.NONE;
    if (dryRun) {
      return ResponseEntity.ok(new DeletionAnswer(id, false, builds, next, null));
    }
    return switch (reviews.delete(id, caller.getName())) {
      case Reviews.Deletion.Gone _ ->
          ResponseEntity.ok(new DeletionAnswer(id, true, false, next, null));
      case Reviews.Deletion.UnderWay(UUID run) ->
          ResponseEntity.status(HttpStatus.ACCEPTED)
              .body(new DeletionAnswer(id, false, true, true, run));
    };
  }
}
