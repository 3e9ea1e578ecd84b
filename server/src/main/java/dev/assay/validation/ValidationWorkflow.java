package dev.assay.validation;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.registry.Conclusion;
import dev.assay.registry.Lifecycle;
import dev.assay.registry.Skill;
import dev.assay.registry.Skills;
import dev.assay.registry.Stage;
import dev.assay.sandbox.SandboxKeeper;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Fault;
import dev.assay.skill.model.ModelFailure;
import dev.assay.validation.decision.Ruling;
import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.evidence.EvidenceCard;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.KeptSteps;
import dev.assay.validation.evidence.Report;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.evidence.Tasks;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.lab.Laboratory;
import dev.assay.validation.lab.Performed;
import dev.assay.validation.proof.ProofDecision;
import dev.assay.validation.scoring.Score;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.workflow.Run;
import dev.assay.workflow.RunOutcome;
import dev.assay.workflow.WorkflowDefinition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// The validation of one skill from start to end. Expensive work is done in steps, each of which
/// runs once. `score` and `decide` are pure functions of the evidence of the steps.
final class ValidationWorkflow implements WorkflowDefinition {
  static final String KIND = "validation";
  static final String OBSERVE = "observe";
  private static final int MOST_FINDINGS = 10;

  private final Skills skills;
  private final Lifecycle lifecycle;
  private final ValidationSteps steps;
  private final ValidationReports reports;
  private final SandboxKeeper keeper;

  ValidationWorkflow(
      Skills skills,
      Lifecycle lifecycle,
      ValidationSteps steps,
      ValidationReports reports,
      SandboxKeeper keeper) {
    this.skills = skills;
    this.lifecycle = lifecycle;
    this.steps = steps;
    this.reports = reports;
    this.keeper = keeper;
  }

  /// @param skill the skill under test
  record Input(UUID skill, String by) {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Object run(Run run) {
    Input input = run.input(Input.class);
    Skill skill = skills.load(input.skill());
    lifecycle.begin(skill.id(), run.id());
    try {
      return validate(run, skill);
    } catch (AssayException failure) {
      throw lacking(failure);
    }
  }

  private Result validate(Run run, Skill skill) {
    RunEvidence evidence = new RunEvidence(skill);

    Setup setup =
        evidence.add(run.step(KeptSteps.PREPARE, Setup.class, () -> steps.prepare(run, skill)));
    evidence.add(
        run.step(KeptSteps.INSTALL, Installed.class, () -> steps.install(run, skill, setup)));
    if (evidence.refusedAtOnce()) {
      return conclude(run, ExecutorEvidence.of(evidence));
    }
    evidence.inspection(steps.inspect(run, evidence));
    ExecutorEvidence executors = ExecutorEvidence.of(evidence);
    if (steps.lacksTasks(skill)) {
      throw observed(run, evidence);
    }
    boolean quick = setup.proof().level() == ProofLevel.QUICK;
    try {
      executors.tryOut(its -> quick ? tryQuickly(run, its) : prove(run, its));
    } catch (AssayException failure) {
      if (evidence.written().failedBy(failure) || evidence.hasUnmetNeeds()) {
        look(run, evidence, failure);
      }
      throw failure;
    }
    if (executors.budgetSpent()) {
      executors.stop(steps.conflicts(skill, evidence)); // needs no model
      return conclude(run, executors);
    }
    if (!executors.mayPass()) {
      return conclude(run, executors);
    }

    lifecycle.reach(skill.id(), run.id(), Stage.LAYER2);
    List<Conflict> conflicts = steps.conflicts(skill, evidence);
    executors.goOn(
        its -> {
          its.conflicts(conflicts);
          its.add(steps.regress(run, skill, setup, its.installed(), its.executor()));
        });
    return conclude(run, executors);
  }

  /// Observes a skill without tasks. There is no verdict, but the observations are kept.
  private AssayException observed(Run run, RunEvidence evidence) {
    EvidenceCard card = run.step(OBSERVE, EvidenceCard.class, () -> steps.observe(run, evidence));
    return new ModelFailure(
        ErrorCode.MODEL_ANSWER_UNUSABLE, PartialProof.reason(evidence.skill().name(), card));
  }

  /// Observes the skill after a failure: if a model could not write tasks, or if the skill has
  /// unmet needs. A failure of the observation does not replace the reason why there is no verdict.
  private void look(Run run, RunEvidence evidence, AssayException failure) {
    try {
      run.step(OBSERVE, EvidenceCard.class, () -> steps.observe(run, evidence));
    } catch (AssayException e) {
      failure.addSuppressed(e);
    }
  }

  /// Tries the skill by the quick procedure. Returns true if layer 2 follows.
  private boolean tryQuickly(Run run, RunEvidence evidence) {
    try {
      evidence.add(
          evidence
              .written()
              .load(
                  KeptSteps.tasks(1),
                  () ->
                      run.step(
                          KeptSteps.tasks(1),
                          Tasks.class,
                          () -> steps.tasks(run, evidence.skill()))));
    } catch (AssayException e) {
      if (!Performed.isBudget(e)) {
        throw e;
      }
      evidence.budget().add(e, "tasks to be written and tried", ValidationSteps.TASKS);
      return false;
    }
    evidence.add(steps.tryAll(run, evidence, Trial.Phase.ONLINE));
    if (evidence.score() instanceof Score.Stopped || !evidence.budget().isEmpty()) {
      return false;
    }
    evidence.add(steps.tryAll(run, evidence, Trial.Phase.OFFLINE));
    return evidence.score() instanceof Score.Scored scored && scored.passes();
  }

  private boolean prove(Run run, RunEvidence evidence) {
    Optional<ProofDecision> decision = steps.prove(run, evidence);
    decision.ifPresent(evidence::add);
    return decision.filter(each -> !(each instanceof ProofDecision.Failed)).isPresent();
  }

  private Result conclude(Run run, ExecutorEvidence evidence) {
    Ruling verdict = evidence.verdict();
    if (verdict instanceof Ruling.Inconclusive inconclusive) {
      AssayException failure =
          new AssayException(
              ErrorCode.VALIDATION_ERROR, inconclusive.reason() + " " + inconclusive.remedy());
      if (evidence.decisive().hasUnmetNeeds()) {
        look(run, evidence.decisive(), failure);
      }
      throw failure;
    }
    Result result = evidence.result(verdict, steps.spent(run));
    Result kept =
        result.executors().size() > 1 ? run.step("decide", Result.class, () -> result) : result;
    Skill skill = evidence.decisive().skill();
    Report report = run.step("report", Report.class, () -> reports.write(run.id(), skill, kept));
    run.step(
        "conclude",
        Boolean.class,
        () -> {
          if (kept.approvable() || !skill.inUse()) {
            steps.save(run.id(), evidence.decisive());
          }
          return true;
        });
    run.report("verdict", new VerdictReported(kept.outcome(), report.writer()));
    return kept;
  }

  /// The event that listeners get at the end.
  record VerdictReported(String outcome, @JsonProperty("report_by") String reportBy) {}

  private static Conclusion conclusion(Result result) {
    String scores = PublishedVerdict.kept(result).map(PublishedJson::write).orElse("");
    List<Map<String, Object>> findings = PublishedVerdict.brief(result, MOST_FINDINGS);
    return switch (result.outcome()) {
      case "passed" -> new Conclusion.Passed(scores, result.rehearsal(), findings);
      case "held" -> new Conclusion.Held(scores, result.rehearsal(), result.held(), findings);
      default -> new Conclusion.Failed(scores, result.rehearsal(), findings);
    };
  }

  /// Converts a failure of a model, a sandbox or a file. It says nothing about the skill. The run
  /// is inconclusive and can be resumed once the cause is repaired, independent of whose fault it
  /// is.
  private static AssayException lacking(AssayException failure) {
    boolean ours = failure.fault() == Fault.SUBMITTER || failure.fault() == Fault.POLICY;
    return ours
        ? new AssayException(
            ErrorCode.VALIDATION_ERROR, failure.code() + ": " + failure.reason(), failure)
        : failure;
  }

  @Override
  public void cleanUp(UUID run, String step) {
    keeper.destroyLabelled(Laboratory.LABEL, Laboratory.label(run, step));
  }

  /// Changes the status of the skill. This happens here and not in a step, because this method is
  /// called again if a server died before the end of the run was recorded. An earlier conclusion
  /// stays.
  @Override
  public void ending(UUID run, RunOutcome outcome) {
    Conclusion conclusion =
        switch (outcome) {
          case RunOutcome.Finished finished -> conclusion(finished.as(Result.class));
          case RunOutcome.Failed failed -> inconclusive(failed.code() + ": " + failed.reason());
          case RunOutcome.Cancelled cancelled ->
              inconclusive("Cancelled by " + cancelled.by() + ".");
          case RunOutcome.TimedOut _ ->
              inconclusive(
                  "VALIDATION_TIMEOUT: the time for the validation was over. Resume it to go on.");
          case RunOutcome.Inconclusive open -> inconclusive(open.code() + ": " + open.reason());
        };
    skills.findByRun(run).ifPresent(skill -> lifecycle.conclude(skill.id(), run, conclusion));
  }

  private static Conclusion inconclusive(String reason) {
    return new Conclusion.Inconclusive(reason);
  }
}
