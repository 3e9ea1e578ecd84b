package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.assay.registry.EngineTests;
import dev.assay.registry.FullTestLog;
import dev.assay.registry.SavedTasks;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillFilter;
import dev.assay.registry.SkillOrder;
import dev.assay.registry.SkillPage;
import dev.assay.registry.SkillState;
import dev.assay.registry.Skills;
import dev.assay.registry.Stage;
import dev.assay.registry.Status;
import dev.assay.registry.Submission;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Finding;
import dev.assay.skill.Words;
import dev.assay.upload.Uploads;
import dev.assay.validation.PublishedFullTest;
import dev.assay.web.access.Caller;
import dev.assay.web.description.Shape;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@RestController
@RequestMapping("/api/admin/skills")
@Tag(name = "Skills")
class SkillsController {
  private final Uploads uploads;
  private final Skills skills;
  private final SavedTasks tasks;
  private final FullTestLog fullTests;
  private final EngineTests engineTests;

  SkillsController(
      Uploads uploads,
      Skills skills,
      SavedTasks tasks,
      FullTestLog fullTests,
      EngineTests engineTests) {
    this.uploads = uploads;
    this.skills = skills;
    this.tasks = tasks;
    this.fullTests = fullTests;
    this.engineTests = engineTests;
  }

  record UploadAnswer(
      @JsonProperty("skill_id") UUID skillId,
      String name,
      int version,
      String digest,
      String status,
      String outcome,
      FindingWire.Format format,
      List<FindingWire> findings) {
    static UploadAnswer of(Submission submission) {
      Skill skill = submission.skill();
      return new UploadAnswer(
          skill.id(),
          skill.name(),
          skill.version(),
          skill.bundle().digest().toString(),
          skill.status().word(),
          outcome(submission),
          FindingWire.Format.of(skill.bundle().findings()),
          FindingWire.evidence(skill.bundle().findings()));
    }

    private static String outcome(Submission submission) {
      return switch (submission) {
        case Submission.Added added -> "added";
        case Submission.Known known -> "known";
        case Submission.Reopened reopened -> "reopened";
        case Submission.EvalsReplaced replaced -> "evals_replaced";
      };
    }
  }

  record SkillSummary(
      @JsonProperty("skill_id") UUID skillId,
      String name,
      String description,
      int version,
      String digest,
      String status,
      @JsonProperty("validation_stage") @Nullable String stage,
      @JsonProperty("state_words") String stateWords,
      @JsonRawValue @Shape("Scores") @Nullable String scores,
      @JsonProperty("in_use") boolean inUse,
      boolean rehearsal,
      @JsonProperty("rehearsal_acknowledged") boolean rehearsalAcknowledged,
      @JsonProperty("uploaded_by") String uploadedBy,
      @JsonProperty("uploaded_at") Instant uploadedAt) {
    static SkillSummary of(Skill skill) {
      return new SkillSummary(
          skill.id(),
          skill.name(),
          skill.bundle().manifest().description(),
          skill.version(),
          skill.bundle().digest().toString(),
          skill.status().word(),
          skill.validated().stage().map(Stage::word).orElse(null),
          SkillState.of(skill).words(),
          skill.validated().scores().orElse(null),
          skill.inUse(),
          skill.validated().rehearsal(),
          skill.decided().rehearsalAcknowledged(),
          skill.uploadedBy(),
          skill.uploadedAt());
    }
  }

  @Schema(name = "SkillFile")
  record FileWire(String path, long size, boolean executable) {}

  record SkillAnswer(
      SkillSummary skill,
      FindingWire.Format format,
      List<FindingWire> findings,
      Map<String, List<String>> dependencies,
      List<FileWire> files,
      @JsonUnwrapped DecisionWire decision,
      @JsonProperty("last_full_test_at") @Nullable Instant lastFullTestAt,
      @JsonProperty("full_test_results") @JsonRawValue @Shape("FullTestResults")
          @Nullable String fullTestResults,
      @JsonProperty("engine_tests") List<EngineTestWire> engineTests) {}

  record SkillList(List<SkillSummary> skills, int page, int size, long total) {}

  @PostMapping(path = "/upload", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.FILE_TOO_LARGE,
    ErrorCode.INVALID_SKILL_FORMAT,
    ErrorCode.INVALID_STATUS_TRANSITION,
    ErrorCode.INVALID_ZIP,
    ErrorCode.QUOTA_EXCEEDED,
    ErrorCode.SKILL_ALREADY_EXISTS,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.STORED_FILES_DAMAGED,
    ErrorCode.VALIDATION_IN_PROGRESS
  })
  @Operation(
      operationId = "uploadSkill",
      responses = {@ApiResponse(responseCode = "200"), @ApiResponse(responseCode = "201")},
      summary = "Upload a skill",
      description =
          "A zip or .skill archive as the part \"file\". 201 for a new version, 200 when the same"
              + " content was there already. A refusal lists everything that was found. Of one account"
              + " only so much may wait for a decision (QUOTA_EXCEEDED), and few archives are read"
              + " at once (TOO_BUSY after two minutes).")
  ResponseEntity<UploadAnswer> upload(
      @RequestPart("file") MultipartFile file, @AuthenticationPrincipal Caller caller)
      throws IOException {
    return switch (uploads.take(file.getInputStream(), caller.actor())) {
      case Uploads.Outcome.Refused refused -> throw refusal(refused);
      case Uploads.Outcome.Taken(Submission submission) ->
          ResponseEntity.status(
                  submission instanceof Submission.Added ? HttpStatus.CREATED : HttpStatus.OK)
              .body(UploadAnswer.of(submission));
    };
  }

  @GetMapping
  @Operation(
      operationId = "listSkills",
      summary = "Skills and where they stand",
      description =
          "\"q\" is a part of the name or the description; \"sort\" is name, -name, uploaded or"
              + " -uploaded.")
  SkillList list(
      @RequestParam(name = "status", defaultValue = "") String status,
      @RequestParam(name = "stage", defaultValue = "") String stage,
      @RequestParam(name = "q", defaultValue = "") String text,
      @RequestParam(name = "sort", defaultValue = "name") String sort,
      @RequestParam(name = "page", defaultValue = "0") int page,
      @RequestParam(name = "size", defaultValue = "50") int size,
      @AuthenticationPrincipal Caller caller) {
    Pages.require(page, size);
    SkillPage found =
        skills.list(
            new SkillFilter(
                status.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Words.require(Status.values(), Status::word, "status", status)),
                stage.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Words.require(Stage.values(), Stage::word, "stage", stage)),
                "",
                text,
                caller.onlyOwnSkills()),
            SkillOrder.ofWord(sort),
            page,
            size);
    return new SkillList(
        found.skills().stream().map(SkillSummary::of).toList(), page, size, found.total());
  }

  @GetMapping("/{id}")
  @Refuses({ErrorCode.MACHINE_UNSUITABLE, ErrorCode.SKILL_NOT_FOUND})
  @Operation(operationId = "getSkill", summary = "One skill with everything found in it")
  SkillAnswer get(@PathVariable("id") UUID id, @AuthenticationPrincipal Caller caller) {
    Skill skill = skills.load(id);
    Optional<FullTestLog.Last> tested = fullTests.last(id);
    return new SkillAnswer(
        SkillSummary.of(skill),
        FindingWire.Format.of(skill.bundle().findings()),
        FindingWire.evidence(skill.bundle().findings()),
        Map.of(
            "pip", requirements(skill.bundle().dependencies().pip()),
            "npm", requirements(skill.bundle().dependencies().npm()),
            "system", requirements(skill.bundle().dependencies().system())),
        skill.bundle().files().stream()
            .map(file -> new FileWire(file.path(), file.size(), file.executable()))
            .toList(),
        DecisionWire.of(skill, tasks.of(id), caller.role()),
        tested.map(FullTestLog.Last::when).orElse(null),
        tested.map(FullTestLog.Last::results).map(PublishedFullTest::json).orElse(null),
        engineTests.of(id).stream().map(EngineTestWire::of).toList());
  }

  private static List<String> requirements(
      List<dev.assay.skill.dependency.Requirement> requirements) {
    return requirements.stream().map(each -> (each.name() + " " + each.range()).strip()).toList();
  }

  static AssayException refusal(Uploads.Outcome.Refused refused) {
    FindingWire.Format format = FindingWire.Format.of(refused.findings());
    long errors = refused.findings().stream().filter(Finding::isError).count();
    Finding first = refused.findings().stream().filter(Finding::isError).findFirst().orElseThrow();
    return new AssayException(
        refused.code(),
        first.message() + (errors > 1 ? " (and " + (errors - 1) + " more)" : ""),
        Map.of("passed", false, "errors", format.errors(), "warnings", format.warnings()));
  }
}
