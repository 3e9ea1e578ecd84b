package dev.assay.examination;

import dev.assay.agent.CandidateSkill;
import dev.assay.agent.EvalReview;
import dev.assay.intake.Examination;
import dev.assay.intake.Intake;
import dev.assay.skill.Bundle;
import dev.assay.skill.BundleFile;
import dev.assay.skill.Finding;
import dev.assay.skill.eval.Eval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reports which tests in a skill's folder a validation without a model could use. It runs nothing.
public final class EvalExamination {
  private EvalExamination() {}

  /// @param needed the number of tasks that a validation needs
  /// @param tasks the number of tasks there are: usable tests and worked examples of SKILL.md
  /// @param unread findings about files in `evals/` that could not be read, or only in part
  public record Result(String name, int needed, int tasks, List<Test> tests, List<Finding> unread) {
    public boolean enough() {
      return tasks >= needed;
    }
  }

  /// @param faults the faults of the test; empty if the test can be used
  public record Test(String id, String prompt, List<Fault> faults) {}

  public record Fault(String rule, String message, String example) {}

  /// Tests for an author to begin with.
  ///
  /// @param files the content of each file by its path in the skill
  public record Starter(List<Eval> evals, Map<String, byte[]> files) {}

  /// Checks the tests of a skill. Returns empty if intake would refuse the skill anyway.
  ///
  /// @param folder the folder that holds SKILL.md
  public static Optional<Result> check(Intake intake, Path folder) throws IOException {
    if (!(intake.check(folder) instanceof Examination.Accepted(Bundle bundle))) {
      return Optional.empty();
    }
    EvalReview review = new EvalReview(candidate(bundle, folder));
    List<Test> tests =
        review.evals().stream()
            .map(
                each ->
                    new Test(
                        each.eval().id(),
                        each.eval().prompt(),
                        each.faults().stream()
                            .map(fault -> new Fault(fault.rule(), fault.message(), fault.example()))
                            .toList()))
            .toList();
    return Optional.of(
        new Result(
            bundle.name().text(),
            EvalReview.NEEDED,
            review.tasks(),
            tests,
            bundle.findings().stream()
                .filter(finding -> finding.code().startsWith("evals."))
                .toList()));
  }

  /// Writes tests for an author to begin with. Returns empty if intake would refuse the skill
  /// anyway.
  public static Optional<Starter> begin(Intake intake, Path folder) throws IOException {
    if (!(intake.check(folder) instanceof Examination.Accepted(Bundle bundle))) {
      return Optional.empty();
    }
    EvalReview.Starter starter = new EvalReview(candidate(bundle, folder)).starter();
    Map<String, byte[]> files = new TreeMap<>();
    starter.files().forEach(file -> files.put(file.name(), file.content()));
    return Optional.of(new Starter(starter.evals(), files));
  }

  private static CandidateSkill candidate(Bundle bundle, Path folder) throws IOException {
    return new CandidateSkill(
        bundle.name(),
        bundle.manifest().description(),
        Files.readString(folder.resolve("SKILL.md")),
        bundle.files().stream().map(BundleFile::path).toList(),
        bundle.evals(),
        List.of());
  }
}
