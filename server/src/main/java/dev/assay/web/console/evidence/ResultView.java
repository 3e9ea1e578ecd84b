package dev.assay.web.console.evidence;

import dev.assay.validation.shown.PageText;
import dev.assay.wire.Layer2Result;
import dev.assay.wire.Verdict;
import dev.assay.wire.VerdictProof;
import dev.assay.wire.VerdictTask;
import java.util.List;
import java.util.Optional;

/// The result of a finished run.
///
/// @param scores the scores; empty if the run stopped before all were measured
/// @param held the reasons why a person has to decide; empty if the validation decided
/// @param proof the confidence of the verdict, in one line; empty if there is no estimate
/// @param executors the outcome of each model that did the tasks
/// @param image the runtime image of the test
/// @param findings the reasons for the verdict, and further notes
/// @param offline the skill's behaviour offline, in one sentence
/// @param origin the origin of the image, such as `host on amd64, engine local`
public record ResultView(
    boolean passed,
    List<String> held,
    String proof,
    boolean rehearsal,
    String image,
    String origin,
    List<FindingView> findings,
    Optional<ScoresView> scores,
    String offline,
    List<Line> tasks,
    List<String> conflicts,
    ExecutorsView executors) {
  /// Returns the reasons for a failure, the likeliest cause first.
  public List<FindingView> causes() {
    return findings.stream().filter(FindingView::isError).toList();
  }

  /// Returns the findings that are no errors.
  public List<FindingView> notes() {
    return findings.stream().filter(each -> !each.isError()).toList();
  }

  /// A summary of a task, online and offline.
  ///
  /// @param used whether the skill was used, online or offline
  /// @param attempts the number of places that it tried to reach while the network was blocked;
  ///   empty if the offline phase was not reached
  public record Line(
      String task,
      String prompt,
      Optional<Integer> online,
      Optional<Integer> offline,
      boolean used,
      Optional<Integer> attempts) {
    static Line of(VerdictTask task) {
      return new Line(
          PageText.cut(task.task()),
          PageText.cut(task.prompt()),
          Optional.ofNullable(task.online()).map(VerdictTask.Attempt::score),
          Optional.ofNullable(task.offline()).map(VerdictTask.Attempt::score),
          task.used(),
          Optional.ofNullable(task.offline()).map(each -> each.network().size()));
    }

    public static boolean done(Optional<Integer> score) {
      return score.filter(judged -> judged >= VerdictTask.Attempt.DONE).isPresent();
    }
  }

  /// Summarizes the run in one sentence.
  public String summary() {
    int all = tasks.size();
    long reached = tasks.stream().filter(task -> task.attempts().isPresent()).count();
    long attempts = tasks.stream().mapToInt(task -> task.attempts().orElse(0)).sum();
    String online =
        "%d of %d tasks done online"
            .formatted(tasks.stream().filter(task -> Line.done(task.online())).count(), all);
    String used = "the skill was used for %d".formatted(tasks.stream().filter(Line::used).count());
    if (reached == 0) {
      return "%s; %s; offline was not reached.".formatted(online, used);
    }
    return "%s, %d of %d offline; %s; %s to reach the network while it was blocked."
        .formatted(
            online,
            tasks.stream().filter(task -> Line.done(task.offline())).count(),
            reached,
            used,
            attempts == 0 ? "no attempt" : attempts == 1 ? "1 attempt" : attempts + " attempts");
  }

  private static String origin(Verdict verdict) {
    String engine = verdict.engine().orElse("");
    return verdict.base()
        + " on "
        + verdict.architecture()
        + (engine.isEmpty() ? "" : ", engine " + engine);
  }

  public static ResultView of(Verdict verdict) {
    return new ResultView(
        verdict.outcome().equals("passed"),
        verdict.heldReasons().stream().map(PageText::cut).toList(),
        Optional.ofNullable(verdict.proof()).map(VerdictProof::words).orElse(""),
        verdict.rehearsal(),
        verdict.runtimeImageVersion(),
        origin(verdict),
        verdict.findings().stream().map(FindingView::of).toList(),
        Optional.ofNullable(verdict.scores()).map(ScoresView::of),
        verdict.layer1Result().networkTest().summary(),
        verdict.tasks().stream().map(Line::of).toList(),
        Optional.ofNullable(verdict.layer2Result())
            .map(Layer2Result::conflicts)
            .orElse(List.of())
            .stream()
            .map(each -> PageText.cut(each.resolutionResult().reason()))
            .toList(),
        ExecutorsView.of(verdict));
  }
}
