package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.SkillHistory;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin")
@Tag(name = "Validation")
class HistoryController {
  private final SkillHistory history;

  HistoryController(SkillHistory history) {
    this.history = history;
  }

  /// @param run the run, or the first of a day's conversations
  /// @param score the mean grade, 1 to 5; 0 without grades
  @Schema(name = "SkillHistoryEntry")
  record LineWire(
      @JsonProperty("run_id") UUID run,
      Instant at,
      String source,
      String executor,
      int tries,
      int completed,
      double score) {
    static LineWire of(SkillHistory.Line line) {
      return new LineWire(
          line.run(),
          line.at(),
          line.source(),
          line.executor(),
          line.tries(),
          line.completed(),
          line.score());
    }
  }

  @Schema(name = "FlakyTask")
  record FlakyWire(String task, String phase, int completed, int tries) {
    static FlakyWire of(SkillHistory.Flaky flaky) {
      return new FlakyWire(flaky.task(), flaky.phase(), flaky.completed(), flaky.tries());
    }
  }

  /// @param drift the drift in one sentence; absent if the skill works as before
  @Schema(name = "SkillHistory")
  record HistoryWire(
      List<LineWire> runs,
      @Nullable String drift,
      @JsonProperty("flaky_tasks") List<FlakyWire> flaky) {
    static HistoryWire of(SkillHistory.Known known) {
      return new HistoryWire(
          known.runs().stream().map(LineWire::of).toList(),
          known.drift().orElse(null),
          known.flaky().stream().map(FlakyWire::of).toList());
    }
  }

  @Schema(name = "NoticedSkill")
  record NoticedWire(
      @JsonProperty("skill_id") UUID skill,
      String name,
      int version,
      @Nullable String drift,
      @JsonProperty("flaky_tasks") List<FlakyWire> flaky) {
    static NoticedWire of(SkillHistory.Noticed noticed) {
      HistoryWire known = HistoryWire.of(noticed.known());
      return new NoticedWire(
          noticed.skill().id(),
          noticed.skill().name(),
          noticed.skill().version(),
          known.drift(),
          known.flaky());
    }
  }

  record NoticedList(List<NoticedWire> skills) {}

  @GetMapping("/skills/{id}/history")
  @Refuses(ErrorCode.SKILL_NOT_FOUND)
  @Operation(
      operationId = "skillHistory",
      summary = "How a skill fared in all its runs",
      description =
          "Newest first; with what drifts, and with tasks that the same model only sometimes"
              + " completes.")
  HistoryWire history(@PathVariable("id") UUID id) {
    return HistoryWire.of(history.of(id));
  }

  @GetMapping("/flaky-skills")
  @Refuses(ErrorCode.SKILL_NOT_FOUND)
  @Operation(
      operationId = "flakySkills",
      summary = "Approved skills that work less well than before, or have flaky tasks")
  NoticedList flaky() {
    return new NoticedList(history.noticed().stream().map(NoticedWire::of).toList());
  }
}
