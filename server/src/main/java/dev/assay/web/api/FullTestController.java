package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.assay.registry.FullTestLog;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.validation.FullTests;
import dev.assay.validation.PublishedFullTest;
import dev.assay.web.access.Caller;
import dev.assay.web.description.Shape;
import dev.assay.web.errors.NeedsSpace;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/admin/skills/full-test")
@Tag(name = "Full test")
class FullTestController {
  private final FullTests tests;

  FullTestController(FullTests tests) {
    this.tests = tests;
  }

  @Schema(name = "FullTestStarted")
  record Started(@JsonProperty("run_id") UUID runId, String state) {}

  /// @param results the tasks and scores; absent in a list, and until the skill is done
  @Schema(name = "FullTestSkill")
  record Line(
      @JsonProperty("skill_id") @Nullable UUID skillId,
      String name,
      int version,
      @Nullable String outcome,
      @Nullable BigDecimal overall,
      @JsonRawValue @Shape("FullTestResults") @Nullable String results) {
    static Line of(FullTestLog.Line line) {
      return new Line(
          line.skill().orElse(null),
          line.name(),
          line.version(),
          line.outcome().orElse(null),
          line.overall().orElse(null),
          line.results().map(PublishedFullTest::json).orElse(null));
    }

    Line brief() {
      return new Line(skillId, name, version, outcome, overall, null);
    }
  }

  @Schema(name = "FullTestCounts")
  record Counts(int skills, long passed, long failed, long inconclusive) {
    static Counts of(List<FullTestLog.Line> lines) {
      return new Counts(
          lines.size(),
          count(lines, "passed"),
          count(lines, "failed"),
          count(lines, "inconclusive"));
    }

    private static long count(List<FullTestLog.Line> lines, String outcome) {
      return lines.stream().filter(line -> line.outcome().equals(Optional.of(outcome))).count();
    }
  }

  @Schema(name = "FullTestProgress")
  record Progress(int done, int of, List<String> steps) {}

  record FullTestWire(
      @JsonProperty("run_id") UUID runId,
      String state,
      @Nullable Progress progress,
      @Nullable String image,
      @Nullable String engine,
      boolean rehearsal,
      @JsonProperty("started_by") @Nullable String startedBy,
      @JsonProperty("started_at") @Nullable Instant startedAt,
      @JsonProperty("ended_at") @Nullable Instant endedAt,
      @Nullable String reason,
      Counts counts,
      List<Line> skills) {
    static FullTestWire of(FullTests.Standing standing) {
      FullTestWire found =
          standing
              .found()
              .map(test -> of(test, standing.state()))
              .orElseGet(() -> notBegun(standing));
      return found.with(new Progress(standing.done(), standing.of(), standing.steps()));
    }

    static FullTestWire of(FullTestLog.FullTest test, String state) {
      return new FullTestWire(
          test.run(),
          state,
          null,
          "v1." + test.imageNumber(),
          test.engine().orElse(null),
          test.rehearsal(),
          test.by(),
          test.started(),
          test.ended().orElse(null),
          test.reason().orElse(null),
          Counts.of(test.lines()),
          test.lines().stream().map(Line::of).toList());
    }

    private static FullTestWire notBegun(FullTests.Standing standing) {
      return new FullTestWire(
          standing.run(),
          standing.state(),
          null,
          null,
          null,
          false,
          null,
          null,
          null,
          standing.reason().isEmpty() ? null : standing.reason(),
          Counts.of(List.of()),
          List.of());
    }

    FullTestWire brief() {
      return new FullTestWire(
          runId,
          state,
          progress,
          image,
          engine,
          rehearsal,
          startedBy,
          startedAt,
          endedAt,
          reason,
          counts,
          skills.stream().map(Line::brief).toList());
    }

    private FullTestWire with(Progress now) {
      return new FullTestWire(
          runId, state, now, image, engine, rehearsal, startedBy, startedAt, endedAt, reason,
          counts, skills);
    }
  }

  @Schema(name = "FullTestHistory")
  record History(@JsonProperty("full_tests") List<FullTestWire> fullTests) {}

  @NeedsSpace
  @PostMapping
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Refuses(ErrorCode.VALIDATION_IN_PROGRESS)
  @Operation(
      operationId = "startFullTest",
      summary = "Test every approved skill again",
      description =
          "Each on its saved tasks and on two new ones, online and offline. On another engine that"
              + " this server uses for conversations or tools: each on its saved tasks; what passes"
              + " can be used there. Answers at once; one full test runs at a time.")
  Started start(
      @RequestParam(name = "engine", required = false) @Nullable String engine,
      @AuthenticationPrincipal Caller caller) {
    return new Started(tests.start(caller.getName(), Optional.ofNullable(engine)), "waiting");
  }

  @GetMapping
  @Refuses(ErrorCode.VALIDATION_NOT_COMPLETED)
  @Operation(operationId = "fullTest", summary = "The full test under way, or the last one")
  FullTestWire latest() {
    return FullTestWire.of(tests.latest());
  }

  @GetMapping("/{run}")
  @Refuses(ErrorCode.RUN_NOT_FOUND)
  @Operation(operationId = "getFullTest", summary = "One full test with everything it found")
  FullTestWire get(@PathVariable("run") UUID run) {
    return FullTestWire.of(tests.load(run));
  }

  @GetMapping("/history")
  @Operation(
      operationId = "listFullTests",
      summary = "The last full tests, newest first",
      description = "Skills with their outcomes and overall scores, without their tasks.")
  History history() {
    return new History(
        tests.history().stream().map(test -> FullTestWire.of(test, test.state()).brief()).toList());
  }

  @NeedsSpace
  @PostMapping("/resume")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Refuses({
    ErrorCode.RUN_NOT_FOUND,
    ErrorCode.RUN_NOT_RESUMABLE,
    ErrorCode.VALIDATION_IN_PROGRESS,
    ErrorCode.VALIDATION_NOT_COMPLETED
  })
  @Operation(
      operationId = "resumeFullTest",
      summary = "Resume a full test that gave no result",
      description = "What was found stays; the run continues after its last finished steps.")
  Started resume(@AuthenticationPrincipal Caller caller) {
    return new Started(tests.resume(caller.getName()), "waiting");
  }

  @PostMapping("/cancel")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Refuses({ErrorCode.RUN_NOT_FOUND, ErrorCode.VALIDATION_NOT_COMPLETED})
  @Operation(operationId = "cancelFullTest", summary = "Stop the full test within seconds")
  void cancel(@AuthenticationPrincipal Caller caller) {
    if (!tests.cancel(caller.getName())) {
      throw new AssayException(ErrorCode.VALIDATION_NOT_COMPLETED, "No full test is under way.");
    }
  }
}
