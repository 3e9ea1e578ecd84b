package dev.assay.agent;

import dev.assay.agent.rehearsal.RehearsedWriter;
import dev.assay.agent.rehearsal.StarterEvals;
import dev.assay.agent.rehearsal.TaskFault;
import dev.assay.agent.work.BlindTaskCheck;
import dev.assay.skill.eval.Eval;
import dev.assay.skill.task.TaskFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Decides which of an author's tests can be tasks when no model writes any, and says why the
/// others cannot. It applies the rules of a validation before one is started.
public final class EvalReview {
  /// The number of tasks that a validation needs.
  public static final int NEEDED = 3;

  private final CandidateSkill skill;
  private final BlindTaskCheck blindness;

  public EvalReview(CandidateSkill skill) {
    this.skill = skill;
    blindness = new BlindTaskCheck(skill.name(), skill.description(), skill.files());
  }

  /// One test and the rules it breaks.
  public record Reviewed(Eval eval, List<Fault> faults) {
    public Reviewed {
      faults = List.copyOf(faults);
    }

    public boolean usable() {
      return faults.isEmpty();
    }
  }

  /// @param rule `blind`, `checkable`, `length` or `duplicate`
  /// @param example a better version of the test
  public record Fault(String rule, String message, String example) {}

  public List<Reviewed> evals() {
    List<Reviewed> reviewed = new ArrayList<>();
    Set<String> prompts = new HashSet<>();
    for (Eval eval : skill.evals().evals()) {
      List<Fault> faults = new ArrayList<>();
      for (TaskFault fault :
          TaskFault.in(blindness, eval.prompt(), eval.expectedOutput(), eval.expectations())) {
        faults.add(new Fault(fault.rule(), fault.message(), fault.example()));
      }
      if (!prompts.add(eval.prompt())) {
        faults.add(
            new Fault("duplicate", "Another test has the same prompt.", "ask for something else"));
      }
      reviewed.add(new Reviewed(eval, faults));
    }
    return reviewed;
  }

  /// The number of tasks without a model: usable tests and worked examples.
  public int tasks() {
    return RehearsedWriter.tasks(blindness, skill.evals().evals(), skill.documentForPrompts());
  }

  /// Tests to begin with, from the skill's own examples.
  ///
  /// @param files the input files, by their paths in the skill
  public record Starter(List<Eval> evals, List<TaskFile> files) {}

  public Starter starter() {
    StarterEvals.Starter made = StarterEvals.of(blindness, skill.documentForPrompts(), NEEDED);
    return new Starter(made.evals(), made.files());
  }
}
