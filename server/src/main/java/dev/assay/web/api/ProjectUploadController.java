package dev.assay.web.api;

import dev.assay.registry.Submission;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.toolservice.ProjectAccess;
import dev.assay.toolservice.ProjectRole;
import dev.assay.toolservice.ProjectSkills;
import dev.assay.toolservice.ToolCalls;
import dev.assay.upload.Uploads;
import dev.assay.web.access.Caller;
import dev.assay.web.access.ProjectVisitor;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/// Accepts skills that are uploaded through a project. They pass the same intake and the same gate
/// as all others.
@RestController
@Tag(name = "Projects")
class ProjectUploadController {
  private final Uploads uploads;
  private final ProjectSkills skills;
  private final ProjectVisitor visitor;

  ProjectUploadController(Uploads uploads, ToolCalls calls, ProjectVisitor visitor) {
    this.uploads = uploads;
    this.skills = calls.skills();
    this.visitor = visitor;
  }

  @PostMapping(
      path = "/api/projects/{project}/skills:upload",
      consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.FILE_TOO_LARGE,
    ErrorCode.INVALID_SKILL_FORMAT,
    ErrorCode.INVALID_STATUS_TRANSITION,
    ErrorCode.INVALID_ZIP,
    ErrorCode.PROJECT_NOT_FOUND,
    ErrorCode.QUOTA_EXCEEDED,
    ErrorCode.SKILL_ALREADY_EXISTS,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.STORED_FILES_DAMAGED,
    ErrorCode.VALIDATION_IN_PROGRESS
  })
  @Operation(
      operationId = "uploadProjectSkill",
      responses = {@ApiResponse(responseCode = "200"), @ApiResponse(responseCode = "201")},
      summary = "Upload a skill for a project",
      description =
          "For editors who may upload skills. It is validated like every other and can be called when"
              + " it is approved, or at once if the project's policy says \"unreviewed\": \"allowed\".")
  ResponseEntity<SkillsController.UploadAnswer> upload(
      @PathVariable("project") String project,
      @RequestPart("file") MultipartFile file,
      @AuthenticationPrincipal Caller caller)
      throws IOException {
    ProjectAccess access = visitor.enter(project, caller, ProjectRole.EDITOR);
    if (!caller.may("POST", "/api/admin/skills/upload")) {
      throw new AssayException(
          ErrorCode.FORBIDDEN,
          "Skills are uploaded by accounts with the role author or admin. Ask an admin.");
    }
    return switch (uploads.take(file.getInputStream(), caller.actor())) {
      case Uploads.Outcome.Refused refused -> throw SkillsController.refusal(refused);
      case Uploads.Outcome.Taken(Submission submission) -> {
        skills.brought(access, submission.skill());
        yield ResponseEntity.status(
                submission instanceof Submission.Added ? HttpStatus.CREATED : HttpStatus.OK)
            .body(SkillsController.UploadAnswer.of(submission));
      }
    };
  }
}
