package dev.assay.validation;

import dev.assay.registry.Skill;
import dev.assay.skill.AssayException;
import dev.assay.skill.task.Task;
import dev.assay.validation.decision.VerdictFindings;
import dev.assay.validation.dependency.Conflict;
import dev.assay.validation.dependency.Difference;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.Inspection;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.JudgeCheck;
import dev.assay.validation.evidence.ProofSummary;
import dev.assay.validation.evidence.Regressions;
import dev.assay.validation.evidence.Result;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.evidence.Tasks;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.evidence.TrialList;
import dev.assay.validation.finding.DeclaredHosts;
import dev.assay.validation.finding.FindingOverview;
import dev.assay.validation.lab.Performed;
import dev.assay.validation.proof.Estimation;
import dev.assay.validation.proof.Negatives;
import dev.assay.validation.proof.Proof;
import dev.assay.validation.proof.ProofDecision;
import dev.assay.validation.proof.Standing;
import dev.assay.validation.proof.TaskObservation;
import dev.assay.validation.scoring.Score;
import dev.assay.validation.scoring.Scoring;
import dev.assay.validation.scoring.TaskEvidence;
import dev.assay.validation.settings.ProofRules;
import dev.assay.validation.settings.ProofTerms;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The evidence of one execution of the workflow, from one executor. A part that was not examined
/// is missing and never has a default.
final class RunEvidence {
  private static final double CLEARLY = .9;

  private final Skill skill;
  private final Executor executor;
  private final WrittenTasks written;
  private @Nullable Setup setup;
  private @Nullable Installed installed;
  private List<Task> tasks = List.of();
  private TrialList trials = TrialList.NONE;
  private Optional<List<Conflict>> conflicts = Optional.empty();
  private Optional<Regressions> regressions = Optional.empty();
  private Optional<ProofDecision> proof = Optional.empty();
  private Negatives negatives = Negatives.NONE;
  private Optional<AssayException> failure = Optional.empty();
  private boolean through;
  private final BudgetStop budget = new BudgetStop();
  private List<JudgeCheck> judgeChecks = List.of();
  private Optional<Inspection> inspection = Optional.empty();
  private int batches;

  RunEvidence(Skill skill) {
    this(skill, Executor.USUAL, new WrittenTasks());
  }

  private RunEvidence(Skill skill, Executor executor, WrittenTasks written) {
    this.skill = skill;
    this.executor = executor;
    this.written = written;
  }

  /// Returns new evidence for one executor, with the same skill and the same installation.
  RunEvidence by(Executor one) {
    RunEvidence its = new RunEvidence(skill, one, written);
    its.setup = setup;
    its.installed = installed;
    its.inspection = inspection;
    return its;
  }

  Executor executor() {
    return executor;
  }

  /// Returns the names of the models that did the tasks; usually there is one.
  String executorName() {
    return executor.model().isEmpty()
        ? Optional.of(trials.executors())
            .filter(names -> !names.isEmpty())
            .or(() -> setup().executors().stream().findFirst())
            .orElse("")
        : executor.model();
  }

  WrittenTasks written() {
    return written;
  }

  /// Records that the executor's model failed.
  void fail(AssayException found) {
    failure = Optional.of(found);
  }

  Optional<AssayException> failure() {
    return failure;
  }

  /// Records that the skill's own tasks were done well enough to continue.
  void goOn() {
    through = true;
  }

  boolean isThrough() {
    return through && failure.isEmpty();
  }

  /// Tests whether every part was examined.
  boolean isWhole() {
    return regressions.isPresent();
  }

  Optional<Regressions> regressions() {
    return regressions;
  }

  Setup add(Setup found) {
    setup = found;
    return found;
  }

  Installed add(Installed found) {
    installed = found;
    return found;
  }

  Tasks add(Tasks found) {
    List<Task> both = new ArrayList<>(tasks);
    both.addAll(found.tasks());
    tasks = List.copyOf(both);
    batches++;
    return found;
  }

  void add(List<Trial> found) {
    trials = trials.with(found);
  }

  void add(Performed found) {
    add(found.done());
    budget.add(found);
  }

  BudgetStop budget() {
    return budget;
  }

  /// Returns the conflicts, or empty if they were not examined.
  Optional<List<Conflict>> conflicts() {
    return conflicts;
  }

  void conflicts(List<Conflict> found) {
    conflicts = Optional.of(found);
  }

  void add(Regressions found) {
    regressions = Optional.of(found);
  }

  void add(ProofDecision found) {
    proof = Optional.of(found);
  }

  List<JudgeCheck> judgeChecks() {
    return judgeChecks;
  }

  void judgeChecks(List<JudgeCheck> found) {
    judgeChecks = List.copyOf(found);
  }

  /// Returns the inspection, or empty if no model reads skills here.
  Optional<Inspection> inspection() {
    return inspection;
  }

  void inspection(Optional<Inspection> found) {
    inspection = found;
  }

  TrialList trials() {
    return trials;
  }

  Negatives negatives() {
    return negatives;
  }

  void add(Negatives found) {
    negatives = found;
  }

  /// Returns the number of batches of tasks that were written.
  int batches() {
    return batches;
  }

  /// Decides from the evidence so far.
  ProofDecision decide() {
    return Proof.decide(rules(), observations(), negatives);
  }

  /// Returns the decision if the budget is spent. It never passes the skill, because the evidence
  /// may come only from cheap trials. It is empty without evidence.
  Optional<ProofDecision> halted() {
    List<TaskObservation> seen = observations();
    if (seen.isEmpty()) {
      return Optional.empty();
    }
    Standing standing = Estimation.of(rules(), seen, negatives);
    return Optional.of(
        negatives.tooMany()
            ? new ProofDecision.Failed(standing, List.of(ProofDecision.Cause.GRABS_OTHER_TASKS))
            : new ProofDecision.Held(standing, List.of(ProofDecision.Cause.BUDGET_EXHAUSTED)));
  }

  /// Decides about a skill that was proved before. Only a score clearly below the line fails it.
  ProofDecision confirm() {
    Standing standing = Estimation.of(rules(), observations(), negatives);
    boolean below = standing.score().distance(setup().policy().threshold()) <= -CLEARLY;
    return below
        ? new ProofDecision.Failed(standing, List.of(ProofDecision.Cause.SCORE_BELOW_LINE))
        : new ProofDecision.Passed(standing, List.of());
  }

  private ProofRules rules() {
    return setup().proof().rules(setup().policy());
  }

  private List<TaskObservation> observations() {
    return trials.observations(tasks, skill.name());
  }

  /// Returns the most telling tasks: first those that were done offline, then those with the
  /// greatest lift by the skill.
  List<Task> mostTelling(int most) {
    return tasks.stream()
        .sorted(
            Comparator.comparing((Task task) -> !completedOffline(task))
                .thenComparingDouble(task -> -lift(task)))
        .limit(most)
        .toList();
  }

  private int lift(Task task) {
    return trials.find(task, Trial.Phase.ONLINE).flatMap(Trial::score).orElse(0)
        - trials.find(task, Trial.Arm.WITHOUT, Trial.Phase.ONLINE).flatMap(Trial::score).orElse(0);
  }

  Skill skill() {
    return skill;
  }

  Setup setup() {
    return Objects.requireNonNull(setup);
  }

  Installed installed() {
    return Objects.requireNonNull(installed);
  }

  List<Task> tasks() {
    return tasks;
  }

  Optional<Trial> offline(Task task) {
    return trials.find(task, Trial.Phase.OFFLINE);
  }

  boolean completedOffline(Task task) {
    return offline(task).filter(Trial::completed).isPresent();
  }

  /// Tests whether the skill's text asks for needs that sandboxes do not have.
  boolean hasUnmetNeeds() {
    return !installed().unmet().isEmpty()
        || skill.bundle().findings().stream()
            .anyMatch(each -> each.code().startsWith("dependencies.needs-"));
  }

  /// Tests whether the installation alone already fails the skill.
  boolean refusedAtOnce() {
    boolean strict = setup().policy().undeclared() == ScoringPolicy.Undeclared.STRICT;
    return installed().failure().isPresent()
        || (strict && !installed().difference().extras().isEmpty());
  }

  Score score() {
    List<TaskEvidence> evidence = trials.evidence(tasks, skill.name());
    return proof
        .<Score>map(
            decision ->
                Scoring.estimated(
                    setup().policy(),
                    decision.standing().completion().value(),
                    decision.standing().trigger().value(),
                    decision.standing().offline(),
                    decision.standing().score().value(),
                    evidence))
        .orElseGet(() -> Scoring.score(setup().policy(), evidence));
  }

  VerdictFindings findings() {
    return new VerdictFindings(
        setup().policy(),
        installed().failure(),
        installed().difference().extras().stream().map(Difference.Change::shown).toList(),
        tasks.isEmpty() ? Optional.empty() : Optional.of(score()),
        conflicts.map(
            all -> all.stream().filter(c -> !c.canBeTested()).map(Conflict::shown).toList()),
        regressions.map(Regressions::sentences),
        proof,
        suspicions(),
        setup().proof().harm(),
        trials.harm(skill.name()),
        setup().proof().network(),
        FindingOverview.undeclared(hosts(), skill.name(), trials),
        budget.isEmpty() ? Optional.empty() : Optional.of(budget.sentence()));
  }

  /// Lists the suspicions that a person has to decide about.
  private List<String> suspicions() {
    List<String> all = new ArrayList<>(installed().doubts());
    regressions.ifPresent(
        found -> found.suspicions().stream().map(Regressions.Charge::sentence).forEach(all::add));
    if (setup().proof().inspection() == ProofTerms.Inspected.HOLD) {
      inspection.ifPresent(found -> all.addAll(found.doubts()));
    }
    return all;
  }

  DeclaredHosts hosts() {
    return DeclaredHosts.of(skill.bundle().manifest());
  }

  /// Returns the scores, or empty if the budget was spent before the first batch was tried in every
  /// way.
  Optional<Result.Scores> scores() {
    boolean partial =
        !budget.isEmpty() && trials.observations(tasks, skill.name()).size() < first();
    return tasks.isEmpty() || partial ? Optional.empty() : Result.Scores.of(score());
  }

  List<Result.TaskResult> taskResults() {
    return trials.results(tasks, skill.name());
  }

  private int first() {
    return setup().proof().level().first();
  }

  /// Summarizes the confidence of the evidence, at every level of proof.
  Optional<ProofSummary> summary() {
    List<TaskObservation> seen = observations();
    if (seen.isEmpty()) {
      return Optional.empty();
    }
    Standing standing =
        proof.map(ProofDecision::standing).orElseGet(() -> Estimation.of(rules(), seen, negatives));
    return Optional.of(
        ProofSummary.of(setup().proof().level(), standing, setup().policy().threshold())
            .without(budget.unreached())
            .spending(trials.effort(tasks))
            .calibrated(setup().calibration()));
  }
}
