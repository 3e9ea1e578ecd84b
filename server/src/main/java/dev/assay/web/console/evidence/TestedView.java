package dev.assay.web.console.evidence;

import dev.assay.validation.shown.PageText;
import dev.assay.wire.FullTestVerdict;
import dev.assay.wire.VerdictTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The result of a full test for one skill, by task.
///
/// @param reason the reason why the skill did not pass; empty if it did
public record TestedView(String reason, List<Task> tasks) {
  /// @param fresh whether the task was written for this test; the others are those of the admission
  /// @param online the grade, 1 to 5; empty if the task could not be judged
  public record Task(
      String id,
      String prompt,
      boolean fresh,
      Optional<Integer> online,
      Optional<Integer> offline,
      boolean used) {
    public boolean done() {
      return enough(online) && enough(offline);
    }

    private static boolean enough(Optional<Integer> score) {
      return score.filter(judged -> judged >= VerdictTask.Attempt.DONE).isPresent();
    }

    public String words() {
      return word(online) + " / " + word(offline);
    }

    private static String word(Optional<Integer> score) {
      return score.map(Object::toString).orElse("–");
    }
  }

  public static TestedView of(FullTestVerdict verdict) {
    List<Task> tasks = new ArrayList<>();
    for (VerdictTask each : verdict.tasks()) {
      Optional<VerdictTask.Attempt> online = Optional.ofNullable(each.online());
      tasks.add(
          new Task(
              each.task(),
              PageText.cut(each.prompt()),
              tasks.size() >= verdict.saved(),
              online.map(VerdictTask.Attempt::score),
              Optional.ofNullable(each.offline()).map(VerdictTask.Attempt::score),
              online.filter(VerdictTask.Attempt::activated).isPresent()));
    }
    return new TestedView(PageText.cut(verdict.reason()), List.copyOf(tasks));
  }
}
