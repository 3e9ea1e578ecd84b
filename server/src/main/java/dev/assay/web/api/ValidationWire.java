package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.assay.registry.Skill;
import dev.assay.registry.SkillState;
import dev.assay.registry.Stage;
import dev.assay.validation.Forecast;
import dev.assay.validation.Forecasts;
import dev.assay.validation.PartialProof;
import dev.assay.validation.Validations;
import dev.assay.web.description.Shape;
import dev.assay.workflow.RunRecord;
import dev.assay.workflow.StepRecord;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Validations in the form for programs.
final class ValidationWire {
  /// The number of steps of a validation with three tasks, online and offline.
  private static final int LEAST_STEPS = 17;

  private ValidationWire() {}

  @Schema(name = "ValidationStarted")
  record Started(
      @JsonProperty("skill_id") UUID skillId,
      @JsonProperty("run_id") UUID runId,
      String status,
      EstimateWire estimate) {}

  record RangeWire(BigDecimal least, BigDecimal most) {
    static RangeWire of(Forecast.Range range) {
      return new RangeWire(range.least(), range.most());
    }
  }

  /// @param words the estimate in one line; empty if no model is asked
  record EstimateWire(String level, RangeWire calls, RangeWire cost, String basis, String words) {
    static EstimateWire of(Forecast forecast) {
      return new EstimateWire(
          forecast.level(),
          RangeWire.of(forecast.calls()),
          RangeWire.of(forecast.cost()),
          forecast.basis(),
          forecast.words());
    }
  }

  @Schema(name = "RunSpending")
  record SpentWire(
      long calls,
      @JsonProperty("input_tokens") long inputTokens,
      @JsonProperty("output_tokens") long outputTokens,
      @JsonProperty("total_tokens") long totalTokens,
      BigDecimal cost) {
    static SpentWire of(Forecasts.Spent spent) {
      return new SpentWire(
          spent.calls(),
          spent.inputTokens(),
          spent.outputTokens(),
          spent.inputTokens() + spent.outputTokens(),
          spent.cost());
    }
  }

  @Schema(name = "ValidationStatus")
  record StatusAnswer(
      @JsonProperty("skill_id") UUID skillId,
      String status,
      @JsonProperty("validation_stage") @Nullable String stage,
      @JsonProperty("state_words") String stateWords,
      int progress,
      @Nullable String step,
      @JsonProperty("run_id") @Nullable UUID runId,
      @JsonProperty("run_kind") @Nullable String runKind,
      @JsonProperty("run_state") @Nullable String runState,
      @JsonProperty("started_at") @Nullable Instant startedAt,
      @JsonProperty("ended_at") @Nullable Instant endedAt,
      @JsonProperty("waiting_behind") long ahead,
      List<StepWire> steps,
      @JsonRawValue @Shape("Scores") @Nullable String scores,
      boolean rehearsal,
      @Nullable String environment,
      @JsonProperty("inconclusive_reason") @Nullable String inconclusiveReason,
      @JsonProperty("held_reasons") List<String> heldReasons,
      @JsonProperty("evidence_card") @JsonRawValue @Shape("EvidenceCard")
          @Nullable String evidenceCard,
      @Nullable SpentWire spent) {
    static StatusAnswer of(
        Skill skill,
        Optional<Validations.Progress> progress,
        Optional<String> environment,
        Optional<PartialProof> seen,
        Optional<Forecasts.Spent> spent) {
      Skill.Validated validated = skill.validated();
      Optional<RunRecord> run = progress.map(Validations.Progress::run);
      List<StepRecord> steps = progress.map(Validations.Progress::steps).orElse(List.of());
      return new StatusAnswer(
          skill.id(),
          skill.status().word(),
          validated.stage().map(Stage::word).orElse(null),
          SkillState.of(skill).words(),
          percent(run, steps),
          steps.stream()
              .filter(step -> step.state() == StepRecord.State.STARTED)
              .map(StepRecord::name)
              .findFirst()
              .orElse(null),
          run.map(RunRecord::id).orElse(null),
          run.map(RunRecord::kind).orElse(null),
          run.map(each -> each.state().word()).orElse(null),
          run.flatMap(each -> each.times().started()).orElse(null),
          run.flatMap(each -> each.times().ended()).orElse(null),
          run.map(RunRecord::ahead).orElse(0L),
          steps.stream().map(StepWire::of).toList(),
          validated.scores().orElse(null),
          validated.rehearsal(),
          environment.orElse(null),
          validated.inconclusiveReason().orElse(null),
          validated.heldReasons(),
          seen.map(PartialProof::json).orElse(null),
          spent.map(SpentWire::of).orElse(null));
    }

    /// Returns the progress of the known work, 0 to 100. It reaches 100 only at the end.
    private static int percent(Optional<RunRecord> run, List<StepRecord> steps) {
      if (run.isEmpty()) {
        return 0;
      }
      if (!run.get().state().alive()) {
        return run.get().state() == RunRecord.State.FINISHED ? 100 : 0;
      }
      long done = steps.stream().filter(step -> step.state() == StepRecord.State.FINISHED).count();
      return (int) Math.min(99, 100 * done / Math.max(LEAST_STEPS, steps.size() + 1));
    }
  }

  record StepWire(
      String name,
      String state,
      int attempt,
      @JsonProperty("started_at") Instant startedAt,
      @JsonProperty("finished_at") @Nullable Instant finishedAt,
      @Nullable String reason) {
    static StepWire of(StepRecord step) {
      return new StepWire(
          step.name(),
          step.state().name().toLowerCase(Locale.ROOT),
          step.attempt(),
          step.started(),
          step.finished().orElse(null),
          step.reason().orElse(null));
    }
  }

  record RunWire(
      @JsonProperty("run_id") UUID runId,
      String kind,
      String state,
      @JsonProperty("asked_at") Instant askedAt,
      @JsonProperty("started_at") @Nullable Instant startedAt,
      @JsonProperty("ended_at") @Nullable Instant endedAt) {
    static RunWire of(RunRecord run) {
      return new RunWire(
          run.id(),
          run.kind(),
          run.state().word(),
          run.times().asked(),
          run.times().started().orElse(null),
          run.times().ended().orElse(null));
    }
  }

  record RunList(List<RunWire> runs) {}

  /// @param evidence the evidence of the step
  @Schema(name = "StepWithEvidence")
  record EvidenceWire(
      StepWire step, @JsonRawValue @Shape("StepEvidence") @Nullable String evidence) {}

  @Schema(name = "RunDetails")
  record RunAnswer(
      RunWire run,
      @JsonRawValue @Shape("ValidationResult") @Nullable String result,
      List<EvidenceWire> steps) {}
}
