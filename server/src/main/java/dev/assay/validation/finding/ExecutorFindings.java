package dev.assay.validation.finding;

import dev.assay.skill.Severity;
import dev.assay.validation.evidence.ExecutorLine;
import dev.assay.validation.evidence.ResultFinding;
import dev.assay.validation.evidence.ResultFinding.Code;
import java.util.ArrayList;
import java.util.List;

/// Explains why some of several executors did not prove a skill that is proved by others or held.
/// Each reason has its code.
public record ExecutorFindings(String skill, List<ExecutorLine> executors) {
  public List<ResultFinding> all() {
    List<ResultFinding> found = new ArrayList<>();
    for (ExecutorLine each : executors) {
      if (each.outcome().equals("failed")) {
        each.reasons()
            .forEach(
                reason ->
                    found.add(
                        finding(
                            Code.valueOf(reason.code().name()),
                            each,
                            "failed: " + reason.message(),
                            ReasonHints.of(reason.code()))));
      } else if (each.outcome().equals("held")) {
        each.held()
            .forEach(
                text ->
                    found.add(finding(Code.HELD, each, "held: " + text, "A reviewer decides.")));
      }
    }
    return found;
  }

  /// Returns the warnings that do not repeat these findings.
  public List<String> without(List<String> warnings) {
    return warnings.stream()
        .filter(
            text ->
                executors.stream()
                    .noneMatch(
                        each ->
                            text.startsWith("With " + each.model() + ": failed: ")
                                || text.startsWith("With " + each.model() + ": held: ")))
        .toList();
  }

  private ResultFinding finding(Code code, ExecutorLine executor, String text, String hint) {
    return new ResultFinding(
        code,
        Severity.WARNING,
        "With " + executor.model() + ": " + text,
        "",
        0,
        List.of(),
        "",
        hint,
        new CommandWords(skill, false).again());
  }
}
