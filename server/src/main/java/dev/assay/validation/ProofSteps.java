package dev.assay.validation;

import dev.assay.agent.TaskWriter;
import dev.assay.registry.SavedTask;
import dev.assay.registry.SavedTasks;
import dev.assay.registry.Skill;
import dev.assay.skill.AssayException;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.sandbox.Network;
import dev.assay.skill.task.Task;
import dev.assay.validation.evidence.Executor;
import dev.assay.validation.evidence.Installed;
import dev.assay.validation.evidence.KeptSteps;
import dev.assay.validation.evidence.ListedSkill;
import dev.assay.validation.evidence.Setup;
import dev.assay.validation.evidence.Tasks;
import dev.assay.validation.evidence.Trial;
import dev.assay.validation.lab.LabTools;
import dev.assay.validation.lab.Laboratory;
import dev.assay.validation.lab.Performed;
import dev.assay.validation.lab.PlannedTrial;
import dev.assay.validation.lab.TrialSteps;
import dev.assay.validation.proof.Negatives;
import dev.assay.validation.proof.ProofDecision;
import dev.assay.validation.settings.ProofLevel;
import dev.assay.workflow.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Tries a skill on batches of new tasks, with and without it, until the answer is clear or the
/// level of proof allows no more tasks. Writing, trials, grades and probes are separate steps.
final class ProofSteps {
  private static final int AT_ONCE = 3;

  private final LabTools tools;
  private final SavedTasks saved;

  ProofSteps(LabTools tools, SavedTasks saved) {
    this.tools = tools;
    this.saved = saved;
  }

  /// Returns the decision, or empty if the budget was spent before there was any evidence.
  Optional<ProofDecision> prove(Run run, RunEvidence evidence) {
    ProofLevel level = evidence.setup().proof().level();
    extend(run, evidence, level.first(), true, true);
    if (evidence.budget().isEmpty()) {
      negatives(run, evidence);
    }
    while (evidence.budget().isEmpty()) {
      ProofDecision decision = evidence.decide();
      if (!(decision instanceof ProofDecision.Continue more)) {
        return Optional.of(decision);
      }
      extend(run, evidence, more.more(), more.baseline(), more.probes());
    }
    return evidence.halted();
  }

  private void extend(Run run, RunEvidence evidence, int count, boolean baseline, boolean probes) {
    int before = evidence.tasks().size();
    while (evidence.tasks().size() < before + count) {
      int missing = before + count - evidence.tasks().size();
      try {
        write(run, evidence, Math.min(ProofLevel.WRITTEN_AT_ONCE, missing));
      } catch (AssayException e) {
        if (!Performed.isBudget(e)) {
          throw e;
        }
        evidence.budget().add(e, "tasks to be written and tried", missing);
        return;
      }
    }
    List<Task> fresh = evidence.tasks().subList(before, before + count);
    ProofLevel level = evidence.setup().proof().level();
    List<PlannedTrial> planned = new ArrayList<>();
    for (Task task : fresh) {
      planned.add(online(run, evidence, task));
      if (baseline) {
        planned.add(baseline(run, evidence, task));
      }
    }
    fresh.stream()
        .limit(Math.max(0, level.offline() - before))
        .forEach(task -> planned.add(offline(run, evidence, task)));
    evidence.add(tools.trials().perform(run, planned, AT_ONCE));
    if (probes) {
      List<PlannedTrial> probing = new ArrayList<>();
      for (Task task : fresh) {
        for (int repeat = 1; repeat <= level.probes(); repeat++) {
          probing.add(probe(run, evidence, task, repeat, "probe " + task.id() + " " + repeat));
        }
      }
      evidence.add(tools.trials().probe(run, probing, AT_ONCE));
    }
  }

  private void write(Run run, RunEvidence evidence, int count) {
    List<Task> known = List.copyOf(evidence.tasks());
    int batch = evidence.batches() + 1;
    String name = KeptSteps.tasks(batch);
    evidence.add(
        evidence
            .written()
            .load(
                name,
                () ->
                    run.step(
                        name, Tasks.class, () -> written(run, evidence.skill(), count, known))));
  }

  private Tasks written(Run run, Skill skill, int count, List<Task> known) {
    var asked =
        tools
            .judging()
            .ask(
                run.id(),
                Purpose.WRITE_TASKS,
                questions ->
                    new TaskWriter(questions).write(tools.candidates().of(skill), count, known));
    return new Tasks(asked.answer().tasks(), asked.transcript());
  }

  static PlannedTrial online(Run run, RunEvidence evidence, Task task) {
    return with(
        run,
        evidence,
        task,
        1,
        Network.open(),
        KeptSteps.Attempt.ONLINE.done(task.id()),
        KeptSteps.Attempt.ONLINE.judged(task.id()));
  }

  static PlannedTrial offline(Run run, RunEvidence evidence, Task task) {
    return with(
        run,
        evidence,
        task,
        1,
        Network.blocked(),
        KeptSteps.Attempt.OFFLINE.done(task.id()),
        KeptSteps.Attempt.OFFLINE.judged(task.id()));
  }

  private static PlannedTrial probe(
      Run run, RunEvidence evidence, Task task, int repeat, String step) {
    return with(run, evidence, task, repeat, Network.blocked(), step, "");
  }

  private static PlannedTrial with(
      Run run,
      RunEvidence evidence,
      Task task,
      int repeat,
      Network network,
      String step,
      String judge) {
    Installed installed = evidence.installed();
    return new PlannedTrial(
            task,
            Trial.Arm.WITH,
            repeat,
            new Laboratory.Site(
                installed.candidate(),
                network,
                evidence.setup().listed(),
                run.id(),
                step,
                "validation_" + evidence.skill().id()),
            installed.packages(),
            judge,
            Executor.USUAL)
        .by(evidence.executor());
  }

  /// Plans a trial without the skill, in the image without it. The agents cannot choose the skill.
  private static PlannedTrial baseline(Run run, RunEvidence evidence, Task task) {
    Setup setup = evidence.setup();
    return new PlannedTrial(
            task,
            Trial.Arm.WITHOUT,
            1,
            new Laboratory.Site(
                setup.image(),
                Network.open(),
                setup.without(evidence.skill().name()),
                run.id(),
                KeptSteps.Attempt.BASELINE.done(task.id()),
                "validation_" + evidence.skill().id()),
            evidence.installed().before(),
            KeptSteps.Attempt.BASELINE.judged(task.id()),
            Executor.USUAL)
        .by(evidence.executor());
  }

  /// Tries tasks that the skill should leave to others: tasks of admitted skills and near misses.
  /// If the first ones leave a doubt, it tries further ones once.
  private void negatives(Run run, RunEvidence evidence) {
    List<Task> first = negatives(run, evidence, "negatives", List.of());
    if (evidence.budget().isEmpty() && evidence.negatives().more() > 0) {
      negatives(run, evidence, "negatives 2", first);
    }
  }

  private List<Task> negatives(Run run, RunEvidence evidence, String step, List<Task> known) {
    Tasks tasks;
    try {
      tasks =
          evidence
              .written()
              .load(
                  step, () -> run.step(step, Tasks.class, () -> neighbours(run, evidence, known)));
    } catch (AssayException e) {
      if (!Performed.isBudget(e)) {
        throw e;
      }
      evidence.budget().add(e, "tasks that it should leave alone", Negatives.PLANNED);
      return List.of();
    }
    List<PlannedTrial> planned =
        tasks.tasks().stream()
            .map(task -> probe(run, evidence, task, 1, "negative " + task.id()))
            .toList();
    Performed probes = tools.trials().probe(run, planned, AT_ONCE);
    evidence.budget().add(probes);
    String skill = evidence.skill().name();
    int grabbed = (int) probes.done().stream().filter(each -> each.activated(skill)).count();
    evidence.add(evidence.negatives().plus(new Negatives(probes.done().size(), grabbed)));
    return tasks.tasks();
  }

  /// @param known the tasks that were already tried
  private Tasks neighbours(Run run, RunEvidence evidence, List<Task> known) {
    Map<String, Task> tasks = new TreeMap<>();
    for (ListedSkill listed : evidence.setup().listed()) {
      if (listed.id().filter(id -> !id.equals(evidence.skill().id())).isPresent()) {
        saved.of(listed.id().get()).stream()
            .filter(SavedTask::activated)
            .filter(each -> known.stream().noneMatch(old -> isSame(old, each.task())))
            .findFirst()
            .ifPresent(each -> tasks.put(listed.name().text(), each.task()));
      }
    }
    List<Task> all = new ArrayList<>(tasks.values().stream().limit(Negatives.PLANNED / 2).toList());
    int wanted = Negatives.PLANNED - all.size();
    try {
      var asked =
          tools
              .judging()
              .ask(
                  run.id(),
                  Purpose.WRITE_TASKS,
                  questions ->
                      new TaskWriter(questions)
                          .writeNeighbours(tools.candidates().of(evidence.skill()), wanted, known));
      all.addAll(
          asked.answer().tasks().stream()
              .filter(task -> known.stream().noneMatch(old -> isSame(old, task)))
              .toList());
    } catch (AssayException e) {
      if (!TrialSteps.concernsOne(e)) {
        throw e;
      }
    }
    List<Task> numbered = new ArrayList<>();
    for (Task task : all) {
      numbered.add(
          new Task(
              "negative-" + (known.size() + numbered.size() + 1),
              task.prompt(),
              task.criteria(),
              task.expected(),
              task.expectations(),
              task.files()));
    }
    return new Tasks(numbered, run.id());
  }

  private static boolean isSame(Task one, Task other) {
    return one.prompt().equals(other.prompt());
  }
}
