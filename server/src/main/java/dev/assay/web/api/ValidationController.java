package dev.assay.web.api;

import dev.assay.registry.Skills;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.validation.Forecasts;
import dev.assay.validation.PublishedJson;
import dev.assay.validation.Rescoring;
import dev.assay.validation.Validations;
import dev.assay.web.access.Caller;
import dev.assay.web.description.Shape;
import dev.assay.web.errors.NeedsSpace;
import dev.assay.web.errors.Refuses;
import dev.assay.web.files.MarkdownHtml;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/skills/{id}")
@Tag(name = "Validation")
class ValidationController {
  private final Validations validations;
  private final Skills skills;
  private final Forecasts forecasts;

  ValidationController(Validations validations, Skills skills, Forecasts forecasts) {
    this.validations = validations;
    this.skills = skills;
    this.forecasts = forecasts;
  }

  @GetMapping("/validation-estimate")
  @Refuses({ErrorCode.MODEL_REFUSED, ErrorCode.SKILL_NOT_FOUND})
  @Operation(
      operationId = "estimateValidation",
      summary = "What a validation of the skill would take",
      description =
          "Calls to models and their cost, from the least (clear after the first tasks) to the"
              + " most. Suspects among approved skills come on top.")
  ValidationWire.EstimateWire estimate(@PathVariable("id") UUID id) {
    return ValidationWire.EstimateWire.of(forecasts.of(id));
  }

  @NeedsSpace
  @PostMapping("/validate")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Refuses({
    ErrorCode.INVALID_STATUS_TRANSITION,
    ErrorCode.MODEL_REFUSED,
    ErrorCode.SKILL_ALREADY_EXISTS,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.VALIDATION_IN_PROGRESS
  })
  @Operation(
      operationId = "validateSkill",
      summary = "Validate a skill",
      description = "Answers at once; the run waits for a slot or begins.")
  ValidationWire.Started validate(
      @PathVariable("id") UUID id, @AuthenticationPrincipal Caller caller) {
    return started(id, validations.start(id, caller.getName()));
  }

  @NeedsSpace
  @PostMapping("/revalidate")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Refuses({
    ErrorCode.INVALID_STATUS_TRANSITION,
    ErrorCode.MODEL_REFUSED,
    ErrorCode.SKILL_ALREADY_EXISTS,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.VALIDATION_IN_PROGRESS,
    ErrorCode.VALIDATION_NOT_COMPLETED
  })
  @Operation(
      operationId = "revalidateSkill",
      summary = "Validate a skill once more from the beginning",
      description = "For one that was validated before, for example rejected or rolled back.")
  ValidationWire.Started revalidate(
      @PathVariable("id") UUID id, @AuthenticationPrincipal Caller caller) {
    return started(id, validations.again(id, caller.getName()));
  }

  @NeedsSpace
  @PostMapping("/resume")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Refuses({
    ErrorCode.INVALID_STATUS_TRANSITION,
    ErrorCode.MODEL_REFUSED,
    ErrorCode.RUN_NOT_FOUND,
    ErrorCode.RUN_NOT_RESUMABLE,
    ErrorCode.SKILL_ALREADY_EXISTS,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.VALIDATION_IN_PROGRESS,
    ErrorCode.VALIDATION_NOT_COMPLETED
  })
  @Operation(
      operationId = "resumeValidation",
      summary = "Go on with an inconclusive validation",
      description = "What was found stays; the run continues after its last finished step.")
  ValidationWire.Started resume(
      @PathVariable("id") UUID id, @AuthenticationPrincipal Caller caller) {
    return started(id, validations.resume(id, caller.getName()));
  }

  @Shape("Rescored")
  @GetMapping(path = "/rescore", produces = MediaType.APPLICATION_JSON_VALUE)
  @Refuses({ErrorCode.SKILL_NOT_FOUND, ErrorCode.VALIDATION_NOT_COMPLETED})
  @Operation(
      operationId = "rescoreValidation",
      summary = "What the last validation would come to under another policy",
      description =
          "From what its trials kept; nothing is tried again or changed. \"require_lift\" is hold,"
              + " fail or warn, \"executor_policy\" all, any or majority. The outcome is passed,"
              + " failed, held, or open if more would have been tried.")
  String rescore(
      @PathVariable("id") UUID id,
      @RequestParam(name = "threshold", required = false) @Nullable Integer threshold,
      @RequestParam(name = "completion_floor", required = false) @Nullable Integer floor,
      @RequestParam(name = "require_lift", required = false) @Nullable String requireLift,
      @RequestParam(name = "executor_policy", required = false) @Nullable String policy) {
    requirePercent("threshold", threshold);
    requirePercent("completion_floor", floor);
    requireWord("require_lift", requireLift, List.of("hold", "fail", "warn"));
    requireWord("executor_policy", policy, List.of("all", "any", "majority"));
    return validations.rescore(
        id,
        new Rescoring.Change(
            Optional.ofNullable(threshold),
            Optional.ofNullable(floor),
            Optional.ofNullable(requireLift),
            Optional.ofNullable(policy)));
  }

  private static void requireWord(String name, @Nullable String word, List<String> allowed) {
    if (word != null && !allowed.contains(word)) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "%s is one of %s, not \"%s\"."
              .formatted(name, String.join(", ", allowed), Visible.line(word, 40)));
    }
  }

  private static void requirePercent(String name, @Nullable Integer value) {
    if (value != null && (value < 0 || value > 100)) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "%s is between 0 and 100, not %d.".formatted(name, value));
    }
  }

  @PostMapping("/cancel")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Refuses({
    ErrorCode.INVALID_STATUS_TRANSITION,
    ErrorCode.RUN_NOT_FOUND,
    ErrorCode.SKILL_ALREADY_EXISTS,
    ErrorCode.SKILL_NOT_FOUND,
    ErrorCode.VALIDATION_NOT_COMPLETED
  })
  @Operation(operationId = "cancelValidation", summary = "Stop a validation within seconds")
  void cancel(@PathVariable("id") UUID id, @AuthenticationPrincipal Caller caller) {
    if (!validations.cancel(id, caller.getName())) {
      throw new AssayException(
          ErrorCode.VALIDATION_NOT_COMPLETED, "No validation of this skill is under way.");
    }
  }

  @GetMapping("/validation-status")
  @Refuses(ErrorCode.SKILL_NOT_FOUND)
  @Operation(operationId = "validationStatus", summary = "How a skill's validation stands")
  ValidationWire.StatusAnswer status(@PathVariable("id") UUID id) {
    Optional<Validations.Progress> progress = validations.progress(id);
    return ValidationWire.StatusAnswer.of(
        skills.load(id),
        progress,
        progress.flatMap(found -> validations.environment(found.run().id())),
        progress.flatMap(found -> validations.partialProof(found.run().id())),
        progress.map(found -> forecasts.spent(found.run().id())));
  }

  @GetMapping("/runs")
  @Refuses(ErrorCode.SKILL_NOT_FOUND)
  @Operation(operationId = "listRuns", summary = "The skill's last runs, newest first")
  ValidationWire.RunList runs(@PathVariable("id") UUID id) {
    return new ValidationWire.RunList(
        validations.runs(id).stream().map(ValidationWire.RunWire::of).toList());
  }

  @GetMapping("/runs/{run}")
  @Refuses({ErrorCode.RUN_NOT_FOUND, ErrorCode.SKILL_NOT_FOUND})
  @Operation(operationId = "getRun", summary = "One run with everything its steps found")
  ValidationWire.RunAnswer run(@PathVariable("id") UUID id, @PathVariable("run") UUID run) {
    Validations.Progress progress = validations.run(id, run);
    List<ValidationWire.EvidenceWire> steps =
        progress.steps().stream()
            .map(
                step ->
                    new ValidationWire.EvidenceWire(
                        ValidationWire.StepWire.of(step), Validations.evidence(step).orElse(null)))
            .toList();
    return new ValidationWire.RunAnswer(
        ValidationWire.RunWire.of(progress.run()),
        validations.verdict(skills.load(id), run).map(PublishedJson::write).orElse(null),
        steps);
  }

  @Shape("Transcript")
  @GetMapping(
      path = "/runs/{run}/transcripts/{transcript}",
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Refuses({ErrorCode.NOT_FOUND, ErrorCode.RUN_NOT_FOUND})
  @Operation(operationId = "getTranscript", summary = "What an agent was asked, said and did")
  String transcript(
      @PathVariable("id") UUID id,
      @PathVariable("run") UUID run,
      @PathVariable("transcript") UUID transcript) {
    return validations
        .transcript(id, run, transcript)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND, "The run has no transcript " + transcript + "."));
  }

  @GetMapping(path = "/report", produces = "text/markdown;charset=UTF-8")
  @Refuses({ErrorCode.SKILL_NOT_FOUND, ErrorCode.VALIDATION_NOT_COMPLETED})
  @Operation(
      operationId = "getReport",
      summary = "The report of the last validation",
      description = "Markdown, HTML or JSON, as the header Accept asks.")
  String markdown(@PathVariable("id") UUID id) {
    return validations.report(id).markdown();
  }

  @GetMapping(path = "/report", produces = MediaType.TEXT_HTML_VALUE)
  @Refuses({ErrorCode.SKILL_NOT_FOUND, ErrorCode.VALIDATION_NOT_COMPLETED})
  @Operation(hidden = true)
  String html(@PathVariable("id") UUID id) {
    return MarkdownHtml.page("Report", validations.report(id).markdown());
  }

  @Shape("ValidationResult")
  @GetMapping(path = "/report", produces = MediaType.APPLICATION_JSON_VALUE)
  @Refuses({ErrorCode.SKILL_NOT_FOUND, ErrorCode.VALIDATION_NOT_COMPLETED})
  @Operation(hidden = true)
  String json(@PathVariable("id") UUID id) {
    return PublishedJson.write(validations.report(id).verdict());
  }

  private ValidationWire.Started started(UUID id, UUID run) {
    return new ValidationWire.Started(
        id, run, skills.load(id).status().word(), ValidationWire.EstimateWire.of(forecasts.of(id)));
  }
}
