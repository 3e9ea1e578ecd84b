package dev.assay.validation;

import dev.assay.agent.Costs;
import dev.assay.agent.Transcripts;
import dev.assay.registry.Conclusion;
import dev.assay.registry.Lifecycle;
import dev.assay.registry.Removals;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.registry.Status;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.audit.AuditAction;
import dev.assay.skill.audit.AuditRecord;
import dev.assay.skill.audit.AuditWriter;
import dev.assay.validation.evidence.EvidenceCard;
import dev.assay.validation.evidence.KeptSteps;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.validation.settings.ValidationRules;
import dev.assay.wire.Verdict;
import dev.assay.workflow.RunEvent;
import dev.assay.workflow.RunRecord;
import dev.assay.workflow.RunRequest;
import dev.assay.workflow.StartResult;
import dev.assay.workflow.StepRecord;
import dev.assay.workflow.Workflow;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// Starts validations and reports their status and results.
public final class Validations {
  private static final int MOST_RUNS = 50;
  private static final int TAIL = 3;
  private static final Duration PER_ADMITTED = Duration.ofSeconds(60);
  private static final int QUICK_TRIALS = 6;
  private static final long SHORT = 4_000;
  private static final long LONG = 16_000;

  private final Workflow workflow;
  private final Skills skills;
  private final Lifecycle lifecycle;
  private final Removals removals;
  private final Transcripts transcripts;
  private final AuditWriter audit;
  private final Beginning beginning;
  private final Gate.Times times;
  private final Costs costs;
  private final RunResults results;
  private final ProofLevel level;
  private final int executors;

  public Validations(
      Workflow workflow,
      Skills skills,
      Lifecycle lifecycle,
      Removals removals,
      Transcripts transcripts,
      AuditWriter audit,
      Terms terms) {
    this.lifecycle = lifecycle;
    this.removals = removals;
    this.workflow = workflow;
    this.skills = skills;
    this.transcripts = transcripts;
    this.audit = audit;
    this.beginning = terms.beginning();
    this.times = terms.times();
    this.costs = terms.costs();
    this.results = new RunResults(workflow, terms.costs());
    level = terms.rules().terms().level();
    executors = terms.executors();
  }

  /// The time at which a skill's first validation begins.
  public enum Beginning {
    WHEN_ASKED,
    WITH_UPLOAD
  }

  /// @param costs the ledger that records which user pays for a run
  /// @param executors the number of models that do the tasks
  public record Terms(
      Beginning beginning, Gate.Times times, Costs costs, ValidationRules rules, int executors) {}

  /// A run and its steps with their current state.
  public record Progress(RunRecord run, List<StepRecord> steps) {}

  /// Returns the evidence of a step as JSON for programs; empty if there is nothing to show.
  public static Optional<String> evidence(StepRecord step) {
    return step.result().flatMap(StepEvidence::of);
  }

  /// Puts the skill into the queue.
  ///
  /// @throws AssayException with `VALIDATION_IN_PROGRESS` or `INVALID_STATUS_TRANSITION`
  public UUID start(UUID id, String by) {
    Skill skill = skills.load(id);
    requireOpen(skill);
    RunRequest order =
        new RunRequest(
            ValidationWorkflow.KIND,
            subject(id),
            new ValidationWorkflow.Input(id, by),
            allowed(skill));
    return noted(by, AuditAction.VALIDATION_REQUESTED, skill, () -> workflow.start(order));
  }

  /// Validates a skill again from the beginning.
  ///
  /// @throws AssayException as [#start], or with `VALIDATION_NOT_COMPLETED` if the skill was never
  ///   validated
  public UUID again(UUID id, String by) {
    Skill skill = skills.load(id);
    if (skill.validated().run().isEmpty()) {
      throw neverValidated(skill);
    }
    return start(id, by);
  }

  /// Handles an upload that changed a skill. Returns the run if the upload begins one.
  public Optional<UUID> uploaded(Skill skill, String by) {
    boolean waits = skill.status() == Status.PENDING;
    return beginning == Beginning.WITH_UPLOAD && waits
        ? Optional.of(start(skill.id(), by))
        : Optional.empty();
  }

  /// Resumes the last run where it stopped.
  public UUID resume(UUID id, String by) {
    Skill skill = skills.load(id);
    requireOpen(skill);
    UUID last = lastRun(skill).id();
    return noted(by, AuditAction.VALIDATION_RESUMED, skill, () -> workflow.resume(last));
  }

  /// Cancels the run. Returns false if there was none to cancel.
  public boolean cancel(UUID id, String by) {
    Skill skill = skills.load(id);
    return audit.together(
        () -> {
          Optional<UUID> cancelled =
              workflow.about(subject(skill.id()), 1).stream()
                  .map(RunRecord::id)
                  .filter(run -> workflow.cancel(run, by))
                  .findFirst();
          cancelled.ifPresent(
              run -> {
                note(by, AuditAction.VALIDATION_CANCELLED, skill, run);
                endIfWaiting(skill, run, by);
              });
          return cancelled.isPresent();
        });
  }

  /// Concludes a run that never began. Such a run has no end of its own.
  private void endIfWaiting(Skill skill, UUID run, String by) {
    RunRecord ended = workflow.load(run);
    if (ended.state().alive()) {
      return;
    }
    if (ended.kind().equals(RemovalWorkflow.KIND)) {
      removals.stop(skill.id(), run, RemovalWorkflow.cancelled(by));
    } else {
      lifecycle.conclude(skill.id(), run, new Conclusion.Inconclusive("Cancelled by " + by + "."));
    }
  }

  /// Returns the state of the last run without the evidence of its steps; empty if there was none.
  public Optional<Progress> progress(UUID id) {
    skills.load(id);
    return workflow.about(subject(id), 1).stream()
        .findFirst()
        .map(run -> new Progress(run, workflow.outline(run.id())));
  }

  /// Returns the kind of environment of the skill's packages in a run, `shared` or `per-skill`;
  /// empty before it is known.
  public Optional<String> environment(UUID run) {
    return workflow
        .result(run, KeptSteps.PREPARE, Setup.class)
        .map(setup -> setup.policy().environment().word());
  }

  /// Returns the observations of a run without tasks; empty for any other run.
  public Optional<PartialProof> partialProof(UUID run) {
    return workflow
        .result(run, ValidationWorkflow.OBSERVE, EvidenceCard.class)
        .map(PartialProof::of);
  }

  /// Returns the last runs, newest first.
  public List<RunRecord> runs(UUID id) {
    skills.load(id);
    return workflow.about(subject(id), MOST_RUNS);
  }

  /// Returns a run of the skill with the evidence of all its steps as JSON.
  public Progress run(UUID id, UUID run) {
    RunRecord record = workflow.load(run);
    if (!record.subject().equals(subject(id))) {
      throw new AssayException(
          ErrorCode.RUN_NOT_FOUND, "The skill %s has no run %s.".formatted(id, run));
    }
    return withSteps(record);
  }

  /// Returns a transcript of one of the skill's runs as JSON.
  public Optional<String> transcript(UUID id, UUID run, UUID transcript) {
    run(id, run);
    return transcripts.ofOwner(run.toString()).contains(transcript)
        ? transcripts.find(transcript).map(Transcripts::json)
        : Optional.empty();
  }

  /// Returns the latest activity of a run's agents, one transcript each, as JSON.
  public List<String> tails(UUID run) {
    return transcripts.tails(run.toString(), TAIL).stream().map(Transcripts::json).toList();
  }

  /// Returns the verdict of a finished run.
  public Optional<Verdict> verdict(Skill skill, UUID run) {
    return workflow.find(run).flatMap(record -> results.verdict(skill, record));
  }

  /// Returns the outcome of the last validation under another policy as JSON. It changes nothing.
  public String rescore(UUID id, Rescoring.Change change) {
    Skill skill = skills.load(id);
    return new Rescoring(skill.name(), workflow.steps(lastRun(skill).id())).under(change);
  }

  /// Returns the latest report.
  ///
  /// @throws AssayException with `VALIDATION_NOT_COMPLETED` if there is none
  public Written report(UUID id) {
    Skill skill = skills.load(id);
    return runs(id).stream()
        .flatMap(run -> results.report(skill, run).stream())
        .findFirst()
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.VALIDATION_NOT_COMPLETED,
                    "There is no report for \"%s\" version %d: no validation came to its end."
                        .formatted(skill.name(), skill.version())));
  }

  /// Returns the report of one of the skill's runs; empty if the run has none.
  public Optional<Written> report(UUID id, UUID run) {
    return results.report(skills.load(id), workflow.load(run));
  }

  /// @param writer the writer: `model`, `rehearsal` or `template`
  public record Written(UUID run, String markdown, String writer, Verdict verdict) {}

  /// Tests whether the run waits or is under way. Unlike reading the evidence of its steps, this is
  /// cheap.
  public boolean isAlive(UUID run) {
    return workflow.load(run).state().alive();
  }

  /// Returns the last run; empty if there was none.
  public Optional<UUID> latest(UUID id) {
    skills.load(id);
    return workflow.about(subject(id), 1).stream().findFirst().map(RunRecord::id);
  }

  /// Waits for events of the run.
  public List<RunEvent> news(UUID run, long after, Duration patience) throws InterruptedException {
    return workflow.awaitEvents(run, after, patience);
  }

  private UUID noted(String by, AuditAction action, Skill skill, Supplier<StartResult> start) {
    return audit.together(
        () -> {
          UUID run = accepted(skill, start.get());
          charge(run, by);
          note(by, action, skill, run);
          lifecycle.begin(skill.id(), run);
          return run;
        });
  }

  /// Charges the further model calls of a run to this user's budget.
  void charge(UUID run, String by) {
    costs.assign(run.toString(), by);
  }

  private void note(String by, AuditAction action, Skill skill, UUID run) {
    audit.record(AuditRecord.by(by, action, skill.auditSubject()).to(Map.of("run_id", run)));
  }

  private static void requireOpen(Skill skill) {
    if (skill.status() == Status.APPROVED && !skill.inUse()) {
      throw new AssayException(
          ErrorCode.INVALID_STATUS_TRANSITION,
          "\"%s\" version %d was replaced by a newer version. Validate that one."
              .formatted(skill.name(), skill.version()),
          Map.of("status", skill.status().word()));
    }
  }

  private RunRecord lastRun(Skill skill) {
    return workflow.about(subject(skill.id()), MOST_RUNS).stream()
        .filter(run -> run.kind().equals(ValidationWorkflow.KIND))
        .findFirst()
        .orElseThrow(() -> neverValidated(skill));
  }

  private static AssayException neverValidated(Skill skill) {
    return new AssayException(
        ErrorCode.VALIDATION_NOT_COMPLETED,
        "\"%s\" version %d was never validated. Validate it first."
            .formatted(skill.name(), skill.version()));
  }

  private Progress withSteps(RunRecord run) {
    return new Progress(run, workflow.steps(run.id()));
  }

  private static UUID accepted(Skill skill, StartResult start) {
    return switch (start) {
      case StartResult.Accepted(UUID run) -> run;
      case StartResult.Refused(UUID alive) ->
          throw new AssayException(
              ErrorCode.VALIDATION_IN_PROGRESS,
              "\"%s\" version %d is being validated already."
                  .formatted(skill.name(), skill.version()),
              Map.of("run_id", alive.toString()));
    };
  }

  Workflow workflow() {
    return workflow;
  }

  /// Returns the time limit of a validation. It depends on the length of SKILL.md and the number of
  /// skills that are tested again. If the commands of the tasks use all their time, online and
  /// offline, half of the limit is left for the rest; if an installation does, two thirds are left.
  /// This applies to three tasks, online and offline. Levels of proof with more trials get
  /// proportionally more time, and so do several executors.
  Duration allowed(Skill skill) {
    long length =
        skill.bundle().files().stream()
            .filter(file -> file.path().equals("SKILL.md"))
            .mapToLong(file -> file.size())
            .sum();
    Duration own = Duration.ofSeconds(length <= SHORT ? 300 : length <= LONG ? 600 : 900);
    Duration first =
        Collections.max(
            List.of(own, times.commands().multipliedBy(4), times.installation().multipliedBy(3)));
    int trials =
        2 * level.most() + level.offline() - (level == ProofLevel.QUICK ? level.most() : 0);
    Duration scaled = first.multipliedBy(trials).dividedBy(QUICK_TRIALS);
    return scaled.plus(PER_ADMITTED.multipliedBy(skills.approved().size())).multipliedBy(executors);
  }

  static String subject(UUID id) {
    return "skill " + id;
  }
}
