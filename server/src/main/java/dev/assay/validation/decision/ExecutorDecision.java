package dev.assay.validation.decision;

import dev.assay.validation.scoring.Score;
import dev.assay.validation.settings.ExecutorPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Makes one verdict from the verdicts of several executors.
///
/// The policy is about the ability to use the skill. Harm to other skills, to the user's files, or
/// through undeclared hosts fails the skill even if only one executor saw it. An executor without a
/// verdict counts neither way. If its answer could still change the outcome, there is no verdict.
public final class ExecutorDecision {
  private static final Set<Reason.Code> WHOEVER_SAW_IT =
      EnumSet.of(
          Reason.Code.DEPENDENCY_INSTALL_FAILED,
          Reason.Code.DEPENDENCY_UNDECLARED,
          Reason.Code.DEPENDENCY_CONFLICT,
          Reason.Code.REGRESSION_FAILED,
          Reason.Code.HARMS_FILES,
          Reason.Code.NETWORK_UNDECLARED);

  private final ExecutorPolicy policy;
  private final List<ExecutorVerdict> all;

  private ExecutorDecision(ExecutorPolicy policy, List<ExecutorVerdict> all) {
    this.policy = policy;
    this.all = all;
  }

  /// @param all the verdicts, one for each configured executor
  public static Verdict decide(ExecutorPolicy policy, List<ExecutorVerdict> all) {
    return all.size() == 1
        ? all.getFirst().verdict()
        : new ExecutorDecision(policy, List.copyOf(all)).decide();
  }

  private Verdict decide() {
    List<Reason> grave =
        reasons().stream().filter(each -> WHOEVER_SAW_IT.contains(each.code())).toList();
    if (!grave.isEmpty()) {
      return new Verdict.Failed(grave);
    }
    int needed = policy.needed(all.size());
    int passed = count(Verdict.Passed.class);
    int held = count(Verdict.Held.class);
    int open = count(Verdict.Inconclusive.class);
    if (passed >= needed) {
      return new Verdict.Passed(counted(needed).orElseThrow(), warnings());
    }
    if (passed + held + open < needed) {
      return new Verdict.Failed(reasons());
    }
    return open > 0 ? inconclusive(needed) : held(needed);
  }

  private int count(Class<? extends Verdict> kind) {
    return (int) all.stream().filter(each -> kind.isInstance(each.verdict())).count();
  }

  /// Returns the score that the needed number of executors reach: the lowest for all of them, the
  /// highest for any. Passed executors come before held ones. Held executors without a score, whose
  /// budget was spent, come last.
  private Optional<Score.Scored> counted(int needed) {
    Comparator<Score.Scored> best = Comparator.comparing(Score.Scored::overall).reversed();
    List<Score.Scored> scores = new ArrayList<>();
    scores.addAll(scores(Verdict.Passed.class).sorted(best).toList());
    scores.addAll(scores(Verdict.Held.class).sorted(best).toList());
    return scores.stream().skip(needed - 1L).findFirst();
  }

  private Stream<Score.Scored> scores(Class<? extends Verdict> kind) {
    return all.stream()
        .map(ExecutorVerdict::verdict)
        .filter(kind::isInstance)
        .flatMap(
            each ->
                switch (each) {
                  case Verdict.Passed passed -> Stream.of(passed.score());
                  case Verdict.Held held -> held.score().stream();
                  case Verdict.Failed _, Verdict.Inconclusive _ -> Stream.empty();
                });
  }

  private Verdict held(int needed) {
    List<String> reasons = new ArrayList<>();
    for (ExecutorVerdict each : all) {
      if (each.verdict() instanceof Verdict.Held held) {
        held.reasons().forEach(reason -> reasons.add(with(each, reason)));
      }
    }
    return new Verdict.Held(counted(needed), reasons, warnings());
  }

  private Verdict inconclusive(int needed) {
    List<String> open = new ArrayList<>();
    Set<String> remedies = new LinkedHashSet<>();
    for (ExecutorVerdict each : all) {
      if (each.verdict() instanceof Verdict.Inconclusive lacking) {
        open.add(with(each, lacking.reason()));
        remedies.add(lacking.remedy());
      }
    }
    return new Verdict.Inconclusive(
        "%d of %d executors have to prove the skill (%s), and not all gave a verdict. %s"
            .formatted(needed, all.size(), policy.word(), String.join(" ", open)),
        String.join(" ", remedies));
  }

  /// Returns the reasons of all executors that failed the skill. A reason shared by all appears
  /// once.
  private List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>();
    for (ExecutorVerdict each : all) {
      if (each.verdict() instanceof Verdict.Failed failed) {
        for (Reason reason : failed.reasons()) {
          reasons.add(
              isSaidByAll(reason)
                  ? reason
                  : new Reason(reason.code(), with(each, reason.message())));
        }
      }
    }
    return reasons.stream().distinct().toList();
  }

  private boolean isSaidByAll(Reason reason) {
    return all.stream()
        .allMatch(
            each ->
                each.verdict() instanceof Verdict.Failed failed
                    && failed.reasons().contains(reason));
  }

  /// Returns the warnings for a reviewer: those of each executor, and the executors that did not
  /// prove the skill.
  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (ExecutorVerdict each : all) {
      switch (each.verdict()) {
        case Verdict.Passed passed ->
            passed.warnings().forEach(text -> warnings.add(with(each, text)));
        case Verdict.Held held -> {
          held.reasons().forEach(text -> warnings.add(with(each, "held: " + text)));
          held.warnings().forEach(text -> warnings.add(with(each, text)));
        }
        case Verdict.Failed failed ->
            warnings.add(
                with(
                    each,
                    "failed: "
                        + failed.reasons().stream()
                            .map(Reason::message)
                            .collect(Collectors.joining(" "))));
        case Verdict.Inconclusive open -> warnings.add(with(each, "no verdict: " + open.reason()));
      }
    }
    return warnings;
  }

  private static String with(ExecutorVerdict each, String text) {
    return "With " + each.executor() + ": " + text;
  }
}
