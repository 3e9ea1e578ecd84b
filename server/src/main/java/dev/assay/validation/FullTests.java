package dev.assay.validation;

import dev.assay.agent.Costs;
import dev.assay.registry.FullTestLog;
import dev.assay.registry.Skills;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Visible;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.validation.fulltest.FullSetup;
import dev.assay.validation.fulltest.FullTestWorkflow;
import dev.assay.workflow.RunRecord;
import dev.assay.workflow.RunRequest;
import dev.assay.workflow.StartResult;
import dev.assay.workflow.StepRecord;
import dev.assay.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The entry point to full tests, which test all admitted skills. One test runs at a time.
public final class FullTests {
  private static final String SUBJECT = "full-test";
  private static final Duration FIRST = Duration.ofMinutes(10);
  private static final Duration EACH = Duration.ofMinutes(10);
  private static final int MOST = 100;

  private final Workflow workflow;
  private final Skills skills;
  private final FullTestLog log;
  private final AuditWriter audit;
  private final Costs costs;
  private final Engines engines;

  /// @param own the engine on which skills are admitted
  /// @param others the other engines of this server
  public record Engines(String own, Set<String> others) {
    public Engines {
      others = Set.copyOf(others);
    }
  }

  /// @param costs the ledger that records which user pays for a run
  public FullTests(
      Workflow workflow,
      Skills skills,
      FullTestLog log,
      AuditWriter audit,
      Costs costs,
      Engines engines) {
    this.engines = engines;
    this.costs = costs;
    this.workflow = workflow;
    this.skills = skills;
    this.log = log;
    this.audit = audit;
  }

  /// @param state the state: `waiting`, `running`, or the outcome of the run
  /// @param done the number of finished steps
  /// @param of the estimated number of all steps
  /// @param steps the steps under way
  /// @param reason the reason why the test gave no result; empty otherwise
  /// @param found the findings; empty until the test has begun
  public record Standing(
      UUID run,
      String state,
      int done,
      int of,
      List<String> steps,
      String reason,
      Optional<FullTestLog.FullTest> found) {}

  /// Returns the engines besides the one of admission, on which saved tasks can be repeated.
  public List<String> otherEngines() {
    return engines.others().stream().sorted().toList();
  }

  /// @param engine the engine of the test; empty for the one on which skills are admitted
  /// @throws AssayException with `VALIDATION_IN_PROGRESS` if a full test is under way, or
  ///   `BAD_REQUEST` if this server does not use that engine
  public UUID start(String by, Optional<String> engine) {
    String elsewhere = engine.filter(name -> !name.equals(engines.own())).orElse("");
    if (!elsewhere.isEmpty() && !engines.others().contains(elsewhere)) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST,
          "This server does not use the engine \"%s\"; it uses %s. Set assay.sandbox.engine-conversation or assay.sandbox.engine-tools."
              .formatted(
                  Visible.line(elsewhere, 40),
                  String.join(
                      ", ",
                      Stream.concat(Stream.of(engines.own()), otherEngines().stream()).toList())));
    }
    Duration allowed = FIRST.plus(EACH.multipliedBy(skills.approved().size()));
    return noted(
        by,
        AuditAction.FULL_TEST_STARTED,
        () ->
            accepted(
                workflow.start(
                    new RunRequest(
                        FullTestWorkflow.KIND,
                        SUBJECT,
                        new FullTestWorkflow.Input(by, elsewhere),
                        allowed))));
  }

  /// Resumes the last full test where it stopped.
  public UUID resume(String by) {
    UUID run = last().orElseThrow(FullTests::none).id();
    return noted(by, AuditAction.FULL_TEST_RESUMED, () -> accepted(workflow.resume(run)));
  }

  /// Cancels the full test. Returns false if there was none to cancel.
  public boolean cancel(String by) {
    return audit.together(
        () -> {
          Optional<RunRecord> stopped = last().filter(run -> workflow.cancel(run.id(), by));
          stopped.ifPresent(run -> note(by, AuditAction.FULL_TEST_CANCELLED, run.id()));
          return stopped.isPresent();
        });
  }

  private UUID noted(String by, AuditAction action, Supplier<UUID> start) {
    return audit.together(
        () -> {
          UUID run = start.get();
          costs.assign(run.toString(), by);
          note(by, action, run);
          return run;
        });
  }

  private void note(String by, AuditAction action, UUID run) {
    audit.record(AuditRecord.by(by, action, FullTestLog.subject(run)));
  }

  /// Returns the full test under way, or the last one.
  public Standing latest() {
    return last()
        .map(this::standing)
        .or(() -> log.history(1).stream().findFirst().map(FullTests::standing))
        .orElseThrow(FullTests::none);
  }

  public Standing load(UUID run) {
    return workflow
        .find(run)
        .filter(record -> record.subject().equals(SUBJECT))
        .map(this::standing)
        .or(() -> log.find(run).map(FullTests::standing))
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.RUN_NOT_FOUND, "There is no full test with the id " + run + "."));
  }

  /// Returns the last full tests, newest first.
  public List<FullTestLog.FullTest> history() {
    return log.history(MOST);
  }

  private Optional<RunRecord> last() {
    return workflow.about(SUBJECT, 1).stream().findFirst();
  }

  private Standing standing(RunRecord run) {
    Optional<FullTestLog.FullTest> found = log.find(run.id());
    List<StepRecord> steps = workflow.outline(run.id());
    List<FullTestLog.Line> lines = found.map(FullTestLog.FullTest::lines).orElse(List.of());
    int each =
        workflow.result(run.id(), "prepare", FullSetup.class).map(FullSetup::stepsEach).orElse(1);
    int of = 1 + lines.size() * each;
    long known = lines.stream().filter(line -> line.outcome().isPresent()).count();
    long finished =
        steps.stream()
            .filter(step -> step.state() == StepRecord.State.FINISHED)
            .filter(step -> lines.stream().noneMatch(line -> isOf(step, line)))
            .count();
    int done = (int) (known * each + finished);
    return new Standing(
        run.id(),
        run.state().word(),
        Math.min(done, of),
        of,
        steps.stream()
            .filter(step -> step.state() == StepRecord.State.STARTED)
            .map(StepRecord::name)
            .toList(),
        run.outcome().map(FullTestWorkflow::reason).orElse(""),
        found);
  }

  /// Tests whether a step belongs to a skill that is done. Such a skill counts as a whole,
  /// independent of its number of steps.
  private static boolean isOf(StepRecord step, FullTestLog.Line line) {
    String name = step.name() + " ";
    return line.outcome().isPresent() && name.contains(" " + line.name() + " ");
  }

  /// Returns the standing of a test whose run was removed. Its findings are still kept.
  private static Standing standing(FullTestLog.FullTest kept) {
    int of = 1 + kept.lines().size();
    return new Standing(
        kept.run(), kept.state(), of, of, List.of(), kept.reason().orElse(""), Optional.of(kept));
  }

  private static UUID accepted(StartResult start) {
    return switch (start) {
      case StartResult.Accepted(UUID run) -> run;
      case StartResult.Refused(UUID alive) ->
          throw new AssayException(
              ErrorCode.VALIDATION_IN_PROGRESS,
              "A full test is under way already.",
              Map.of("run_id", alive.toString()));
    };
  }

  private static AssayException none() {
    return new AssayException(
        ErrorCode.VALIDATION_NOT_COMPLETED, "There was no full test yet. Start one.");
  }
}
