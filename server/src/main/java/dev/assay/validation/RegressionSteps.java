package dev.assay.validation;

import dev.assay.registry.SavedTask;
import dev.assay.registry.SavedTasks;
import dev.assay.registry.Skill;
import dev.assay.skill.AssayException;
import dev.assay.skill.task.Task;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.KeptSteps;
import dev.assay.validation.evidence.ListedSkill;
import dev.assay.validation.evidence.Regression;
import dev.assay.validation.evidence.Regressions;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.lab.Performed;
import dev.assay.validation.lab.PlannedTrial;
import dev.assay.validation.lab.RegressionTests;
import dev.assay.validation.lab.TrialSteps;
import dev.assay.validation.proof.RegressionDecision;
import dev.assay.validation.proof.RegressionPairs;
import dev.assay.validation.proof.RegressionProof;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.workflow.Run;
import dev.assay.workflow.StepWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Tests admitted skills again together with a new one. With a model, a task that fails once is
/// repeated in pairs, in the candidate and in the current image, until chance is ruled out or the
/// skill is cleared.
final class RegressionSteps {
  static final int AT_ONCE = 5;
  private static final int FIRST = 3;

  private final TrialSteps trials;
  private final SavedTasks saved;

  RegressionSteps(TrialSteps trials, SavedTasks saved) {
    this.trials = trials;
    this.saved = saved;
  }

  Regressions test(Run run, Skill skill, Setup setup, Installed installed, Executor executor) {
    RegressionTests.Worlds worlds =
        new RegressionTests.Worlds(
            run.id(),
            executor,
            installed.candidate(),
            setup.listed(),
            setup.image(),
            setup.without(skill.name()),
            installed.packages(),
            installed.before());
    RegressionTests tests = new RegressionTests(trials);
    boolean quick = setup.proof().level() == ProofLevel.QUICK;
    List<ListedSkill> others =
        setup.listed().stream()
            .filter(listed -> listed.id().isPresent() && !listed.id().get().equals(skill.id()))
            .toList();
    List<Optional<Regression>> made =
        run.beside(
            others.stream()
                .<Supplier<Optional<Regression>>>map(
                    listed -> {
                      String name = listed.name().text();
                      String step = executor.step(KeptSteps.regress(name));
                      List<SavedTask> tasks = saved(listed, setup);
                      return () ->
                          withinBudget(
                              run,
                              step,
                              () ->
                                  quick
                                      ? tests.test(name, tasks, worlds, step)
                                      : tests.screen(name, tasks, worlds, step));
                    })
                .toList(),
            AT_ONCE);
    List<Regression> tried = made.stream().flatMap(Optional::stream).toList();
    Regressions found =
        quick ? Regressions.byRule(tried) : new Pairing(run, setup, worlds, others).settle(tried);
    return found.suspecting(
        IntStream.range(0, made.size())
            .filter(number -> made.get(number).isEmpty())
            .mapToObj(number -> others.get(number).name().text())
            .map(
                name ->
                    new Regressions.Charge(
                        name,
                        "\"%s\" was not tested again: the budget was spent before."
                            .formatted(name)))
            .toList());
  }

  /// Returns the result of a step, or empty if its budget was spent.
  private static Optional<Regression> withinBudget(
      Run run, String step, StepWork<Regression> work) {
    try {
      return Optional.of(run.step(step, Regression.class, work));
    } catch (AssayException e) {
      if (!Performed.isBudget(e)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /// Returns the saved tasks that worked offline at the admission. Results of rules say nothing
  /// about a model, and the other way round. In that case all saved tasks are tried.
  private List<SavedTask> saved(ListedSkill listed, Setup setup) {
    return saved.of(listed.id().orElseThrow()).stream()
        .filter(each -> each.completedOffline() || each.rehearsal() != setup.rehearsal())
        .limit(FIRST)
        .toList();
  }

  /// New pairs for every suspect of a run.
  private final class Pairing {
    private final Run run;
    private final Setup setup;
    private final RegressionTests.Worlds worlds;
    private final List<ListedSkill> others;
    private final Map<String, Map<String, List<Trial>>> pairs = new TreeMap<>();

    Pairing(Run run, Setup setup, RegressionTests.Worlds worlds, List<ListedSkill> others) {
      this.run = run;
      this.setup = setup;
      this.worlds = worlds;
      this.others = others;
    }

    Regressions settle(List<Regression> tried) {
      for (Regression each : tried) {
        List<String> suspects = each.suspects();
        if (!suspects.isEmpty()) {
          Map<String, List<Trial>> tasks = new TreeMap<>();
          suspects.forEach(task -> tasks.put(task, new ArrayList<>()));
          pairs.put(each.skill(), tasks);
        }
      }
      while (true) {
        List<RegressionDecision> decisions = RegressionProof.decide(counted());
        List<PlannedTrial> more = new ArrayList<>();
        for (RegressionDecision each : decisions) {
          if (each instanceof RegressionDecision.Continue(String skill, int count)) {
            more.addAll(planned(skill, count));
          }
        }
        if (more.isEmpty()) {
          return outcome(tried, decisions);
        }
        Performed performed = trials.perform(run, more, AT_ONCE);
        if (performed.stop().isPresent()) {
          return outcome(tried, decisions);
        }
        List<Trial> made = performed.done();
        for (int i = 0; i < made.size(); i++) {
          String skill = more.get(i).site().name().substring("regression_".length());
          suspects(skill)
              .computeIfAbsent(made.get(i).task(), _ -> new ArrayList<>())
              .add(made.get(i));
        }
      }
    }

    private Map<String, List<Trial>> suspects(String skill) {
      return Objects.requireNonNull(pairs.get(skill));
    }

    private List<RegressionPairs> counted() {
      List<RegressionPairs> counted = new ArrayList<>();
      pairs.forEach(
          (skill, tasks) ->
              counted.add(
                  new RegressionPairs(
                      skill,
                      tasks.entrySet().stream()
                          .map(
                              each ->
                                  new RegressionPairs.TaskPairs(
                                      each.getKey(),
                                      count(skill, each.getValue(), Trial.Arm.WITH),
                                      count(skill, each.getValue(), Trial.Arm.WITHOUT)))
                          .toList())));
      return counted;
    }

    private RegressionPairs.Count count(String skill, List<Trial> made, Trial.Arm arm) {
      List<Trial> some = made.stream().filter(each -> each.arm() == arm).toList();
      return new RegressionPairs.Count(
          some.size(),
          (int) some.stream().filter(Trial::completed).count(),
          (int) some.stream().filter(each -> each.activated(skill)).count());
    }

    private List<PlannedTrial> planned(String skill, int count) {
      ListedSkill listed =
          others.stream()
              .filter(each -> each.name().text().equals(skill))
              .findFirst()
              .orElseThrow();
      List<PlannedTrial> planned = new ArrayList<>();
      for (SavedTask each : saved(listed, setup)) {
        Task task = each.task();
        List<Trial> made = suspects(skill).getOrDefault(task.id(), List.of());
        if (suspects(skill).containsKey(task.id())) {
          for (int repeat = made.size() / 2 + 1; repeat <= count; repeat++) {
            planned.add(RegressionTests.paired(skill, task, repeat, worlds, Trial.Arm.WITH));
            planned.add(RegressionTests.paired(skill, task, repeat, worlds, Trial.Arm.WITHOUT));
          }
        }
      }
      return planned;
    }

    private Regressions outcome(List<Regression> tried, List<RegressionDecision> decisions) {
      List<Regressions.Charge> charges = new ArrayList<>();
      List<Regressions.Charge> suspicions = new ArrayList<>();
      for (RegressionDecision decision : decisions) {
        switch (decision) {
          case RegressionDecision.Regressed found ->
              charges.add(charge(found.skill(), found.kind(), "so much worse " + found.words()));
          case RegressionDecision.Suspected found ->
              suspicions.add(
                  charge(found.skill(), found.kind(), "perhaps: so much worse " + found.words()));
          case RegressionDecision.Cleared _ -> {}
          case RegressionDecision.Continue open -> suspicions.add(unsettled(open.skill()));
        }
      }
      return new Regressions(tried, charges, suspicions);
    }

    private Regressions.Charge unsettled(String skill) {
      return new Regressions.Charge(
          skill,
          "\"%s\" ended badly once (%s), and the budget was spent before pairs of trials could tell why."
              .formatted(skill, String.join(", ", suspects(skill).keySet())));
    }

    private Regressions.Charge charge(String skill, RegressionPairs.Kind kind, String how) {
      String tasks = String.join(", ", suspects(skill).keySet());
      String what =
          kind == RegressionPairs.Kind.BROKEN
              ? "\"%s\" no longer does its work as before (%s; %s)."
              : "\"%s\" is no longer chosen as before (%s; %s).";
      return new Regressions.Charge(skill, what.formatted(skill, tasks, how));
    }
  }
}
