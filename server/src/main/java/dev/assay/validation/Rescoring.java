package dev.assay.validation;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.skill.Words;
import dev.assay.skill.task.Task;
import dev.assay.validation.decision.ProofWords;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.Inspection;
import dev.assay.validation.evidence.KeptSteps;
import dev.assay.validation.evidence.ProofSummary;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.evidence.TaskRun;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.evidence.TrialList;
import dev.assay.validation.proof.Negatives;
import dev.assay.validation.proof.Proof;
import dev.assay.validation.proof.ProofDecision;
import dev.assay.validation.proof.TaskObservation;
import dev.assay.validation.settings.ExecutorPolicy;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.validation.settings.ProofRules;
import dev.assay.validation.settings.ProofTerms;
import dev.assay.validation.settings.ScoringPolicy;
import dev.assay.workflow.StepRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/// Computes the outcome of a stored run under another policy. It uses only the stored evidence,
/// repeats no trial and changes nothing. The outcome is about the skill itself, not about other
/// skills.
public final class Rescoring {
  private static final JsonMapper WIRE =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  /// The outcomes from best to worst.
  private static final List<String> ORDER = List.of("passed", "held", "open", "failed");

  private final String skill;
  private final KeptSteps kept = new KeptSteps();
  private final Set<String> harmful = new HashSet<>();

  Rescoring(String skill, List<StepRecord> steps) {
    this.skill = skill;
    steps.forEach(step -> step.result().ifPresent(result -> kept.add(step.name(), result)));
  }

  /// The differences from the run's own policy. An empty value keeps the policy's value.
  ///
  /// @param requireLift `hold`, `fail` or `warn`
  /// @param executorPolicy `all`, `any` or `majority`
  public record Change(
      Optional<Integer> threshold,
      Optional<Integer> completionFloor,
      Optional<String> requireLift,
      Optional<String> executorPolicy) {}

  /// @param outcome `passed`, `failed`, `held`, or `open` if the policy would have required more
  ///   trials
  /// @param line the score that passes
  /// @param proof the proof of the executor whose score counts
  record Rescored(
      String outcome,
      List<String> reasons,
      int line,
      int floor,
      ProofSummary proof,
      String executorPolicy,
      List<Line> executors) {}

  /// The outcome of one executor's trials.
  record Line(String model, String outcome, List<String> reasons, ProofSummary proof) {}

  /// Returns the outcome as JSON, in the words of the API.
  String under(Change change) {
    Setup setup = kept.setup().orElseThrow(this::nothing);
    List<Task> tasks = kept.tasks();
    ProofRules rules = rules(setup, change);
    ExecutorPolicy policy =
        change.executorPolicy().map(ExecutorPolicy::of).orElse(setup.executorPolicy());
    List<Executor> executors = setup.eachExecutor();
    List<Line> lines =
        executors.stream()
            .flatMap(each -> line(each, tasks, rules, setup).stream())
            .sorted(
                Comparator.comparingInt((Line line) -> ORDER.indexOf(line.outcome()))
                    .thenComparing(line -> line.proof().score().value(), Comparator.reverseOrder()))
            .toList();
    if (lines.isEmpty()) {
      throw nothing();
    }
    int needed = policy.needed(executors.size());
    Line decisive =
        lines.stream()
            .filter(line -> line.outcome().equals("failed") && isHarm(line, setup))
            .findFirst()
            .orElseGet(() -> lines.get(Math.min(needed, lines.size()) - 1));
    int missing = executors.size() - lines.size();
    long able = lines.stream().filter(line -> !line.outcome().equals("failed")).count();
    boolean clear = missing == 0 || decisive.outcome().equals("passed") || able + missing < needed;
    return WIRE.writeValueAsString(
        new Rescored(
            clear ? decisive.outcome() : "open",
            decisive.reasons(),
            rules.policy().threshold(),
            rules.policy().completionFloor(),
            decisive.proof(),
            policy.word(),
            lines));
  }

  /// Returns the doubts of the inspection, if the policy holds a skill for them.
  private List<String> doubts(Setup setup) {
    return setup.proof().inspection() == ProofTerms.Inspected.HOLD
        ? kept.find(ValidationSteps.INSPECT, Inspection.class)
            .map(Inspection::doubts)
            .orElse(List.of())
        : List.of();
  }

  /// Tests whether an executor saw harm that fails the skill. No executor policy can outvote it.
  private boolean isHarm(Line line, Setup setup) {
    return setup.proof().harm() == ProofTerms.Harm.FAIL && harmful.contains(line.model());
  }

  /// Returns the outcome of an executor, or empty if it has too little evidence.
  private Optional<Line> line(Executor executor, List<Task> tasks, ProofRules rules, Setup setup) {
    TrialList trials =
        new TrialList(tasks.stream().flatMap(t -> trials(executor, t).stream()).toList());
    List<TaskObservation> seen = trials.observations(tasks, skill);
    if (seen.size() < rules.level().first()) {
      return Optional.empty();
    }
    ProofDecision decision = Proof.decide(rules, seen, negatives(executor));
    List<String> reasons = new ArrayList<>(reasons(decision, rules.policy()));
    String outcome = outcome(decision);
    List<String> harms = trials.harm(skill);
    if (!harms.isEmpty() && setup.proof().harm() != ProofTerms.Harm.WARN) {
      reasons.addAll(harms);
      boolean fails = setup.proof().harm() == ProofTerms.Harm.FAIL || outcome.equals("failed");
      outcome = fails ? "failed" : "held";
    }
    List<String> doubts = doubts(setup);
    if (!doubts.isEmpty()) {
      reasons.addAll(doubts);
      outcome = outcome.equals("passed") ? "held" : outcome;
    }
    String model = executor.model().isEmpty() ? trials.executors() : executor.model();
    if (!harms.isEmpty()) {
      harmful.add(model);
    }
    return Optional.of(
        new Line(
            model,
            outcome,
            reasons,
            ProofSummary.of(rules.level(), decision.standing(), rules.policy().threshold())));
  }

  private static ProofRules rules(Setup setup, Change change) {
    ScoringPolicy own = setup.policy();
    return new ProofRules(
        setup.proof().level(),
        new ScoringPolicy(
            own.weights(),
            change.threshold().orElse(own.threshold()),
            change.completionFloor().orElse(own.completionFloor()),
            own.offline(),
            own.undeclared(),
            own.environment()),
        change
            .requireLift()
            .map(word -> Words.read(ProofRules.RequireLift.class, word))
            .orElse(setup.proof().requireLift()));
  }

  private List<Trial> trials(Executor by, Task task) {
    List<Trial> trials = new ArrayList<>();
    String id = task.id();
    trial(by, id, Trial.Arm.WITH, Trial.Phase.ONLINE, KeptSteps.Attempt.ONLINE)
        .ifPresent(trials::add);
    trial(by, id, Trial.Arm.WITHOUT, Trial.Phase.ONLINE, KeptSteps.Attempt.BASELINE)
        .ifPresent(trials::add);
    trial(by, id, Trial.Arm.WITH, Trial.Phase.OFFLINE, KeptSteps.Attempt.OFFLINE)
        .ifPresent(trials::add);
    for (int repeat = 1; repeat <= ProofLevel.STANDARD.probes(); repeat++) {
      int number = repeat;
      kept.find(by.step("probe " + id + " " + repeat), TaskRun.class)
          .map(
              done ->
                  new Trial(
                      id, Trial.Arm.WITH, Trial.Phase.OFFLINE, number, done, Optional.empty()))
          .ifPresent(trials::add);
    }
    return trials;
  }

  private Optional<Trial> trial(
      Executor by, String task, Trial.Arm arm, Trial.Phase phase, KeptSteps.Attempt attempt) {
    return kept.done(by, attempt, task)
        .flatMap(
            run ->
                kept.judged(by, attempt, task)
                    .map(grade -> new Trial(task, arm, phase, 1, run, Optional.of(grade))));
  }

  private Negatives negatives(Executor by) {
    List<TaskRun> probes = kept.find("negative ", by.suffix(), TaskRun.class);
    int grabbed = (int) probes.stream().filter(each -> each.activated(skill)).count();
    return new Negatives(probes.size(), grabbed);
  }

  private static String outcome(ProofDecision decision) {
    return switch (decision) {
      case ProofDecision.Passed _ -> "passed";
      case ProofDecision.Failed _ -> "failed";
      case ProofDecision.Held _ -> "held";
      case ProofDecision.Continue _ -> "open";
    };
  }

  private static List<String> reasons(ProofDecision decision, ScoringPolicy policy) {
    List<ProofDecision.Cause> causes =
        switch (decision) {
          case ProofDecision.Passed passed -> passed.warnings();
          case ProofDecision.Failed failed -> failed.causes();
          case ProofDecision.Held held -> held.causes();
          case ProofDecision.Continue more -> more.stopped().causes();
        };
    return causes.stream()
        .filter(cause -> cause != ProofDecision.Cause.BUDGET_EXHAUSTED)
        .map(cause -> ProofWords.sentence(cause, decision.standing(), policy))
        .toList();
  }

  private AssayException nothing() {
    return new AssayException(
        ErrorCode.VALIDATION_NOT_COMPLETED,
        "The run of \"%s\" has too few trials that were done and judged. Validate it again."
            .formatted(skill));
  }
}
