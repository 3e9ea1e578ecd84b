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
  public static Ruling decide(ExecutorPolicy policy, List<ExecutorVerdict> all) {
    return all.size() == 1
        ? all.getFirst().verdict()
        : new ExecutorDecision(policy, List.copyOf(all)).decide();
  }

  private Ruling decide() {
    List<Reason> grave =
        reasons().stream().filter(each -> WHOEVER_SAW_IT.contains(each.code())).toList();
    if (!grave.isEmpty()) {
      return new Ruling.Failed(grave);
    }
    int needed = policy.needed(all.size());
    int passed = count(Ruling.Passed.class);
    int held = count(Ruling.Held.class);
    int open = count(Ruling.Inconclusive.class);
    if (passed >= needed) {
      return new Ruling.Passed(counted(needed).orElseThrow(), warnings());
    }
    if (passed + held + open < needed) {
      return new Ruling.Failed(reasons());
    }
    return open > 0 ? inconclusive(needed) : held(needed);
  }

  private int count(Class<? extends Ruling> kind) {
    return (int) all.stream().filter(each -> kind.isInstance(each.verdict())).count();
  }

  /// Returns the score that the needed number of executors reach: the lowest for all of them, the
  /// highest for any. Passed executors come before held ones. Held executors without a score, whose
  /// budget was spent, come last.
  private Optional<Score.Scored> counted(int needed) {
    Comparator<Score.Scored> best = Comparator.comparing(Score.Scored::overall).reversed();
    List<Score.Scored> scores = new ArrayList<>();
    scores.addAll(scores(Ruling.Passed.class).sorted(best).toList());
    scores.addAll(scores(Ruling.Held.class).sorted(best).toList());
    return scores.stream().skip(needed - 1L).findFirst();
  }

  private Stream<Score.Scored> scores(Class<? extends Ruling> kind) {
    return all.stream()
        .map(ExecutorVerdict::verdict)
        .filter(kind::isInstance)
        .flatMap(
            each ->
                switch (each) {
                  case Ruling.Passed passed -> Stream.of(passed.score());
                  case Ruling.Held held -> held.score().stream();
                  case Ruling.Failed _, Ruling.Inconclusive _ -> Stream.empty();
                });
  }

  private Ruling held(int needed) {
    List<String> reasons = new ArrayList<>();
    for (ExecutorVerdict each : all) {
      if (each.verdict() instanceof Ruling.Held held) {
        held.reasons().forEach(reason -> reasons.add(with(each, reason)));
      }
    }
    return new Ruling.Held(counted(needed), reasons, warnings());
  }

  private Ruling inconclusive(int needed) {
    List<String> open = new ArrayList<>();
    Set<String> remedies = new LinkedHashSet<>();
    for (ExecutorVerdict each : all) {
      if (each.verdict() instanceof Ruling.Inconclusive lacking) {
        open.add(with(each, lacking.reason()));
        remedies.add(lacking.remedy());
      }
    }
    return new Ruling.Inconclusive(
        "%d of %d executors have to prove the skill (%s), and not all gave a verdict. %s"
            .formatted(needed, all.size(), policy.word(), String.join(" ", open)),
        String.join(" ", remedies));
  }

  /// Returns the reasons of all executors that failed the skill. A reason shared by all appears
  /// once.
  private List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>();
    for (ExecutorVerdict each : all) {
      if (each.verdict() instanceof Ruling.Failed failed) {
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
                each.verdict() instanceof Ruling.Failed failed
                    && failed.reasons().contains(reason));
  }

  /// Returns the warnings for a reviewer: those of each executor, and the executors that did not
  /// prove the skill.
  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (ExecutorVerdict each : all) {
      switch (each.verdict()) {
        case Ruling.Passed passed ->
            passed.warnings().forEach(text -> warnings.add(with(each, text)));
        case Ruling.Held held -> {
          held.reasons().forEach(text -> warnings.add(with(each, "held: " + text)));
          held.warnings().forEach(text -> warnings.add(with(each, text)));
        }
        case Ruling.Failed failed ->
            warnings.add(
                with(
                    each,
                    "failed: "
                        + failed.reasons().stream()
                            .map(Reason::message)
                            .collect(Collectors.joining(" "))));
        case Ruling.Inconclusive open -> warnings.add(with(each, "no verdict: " + open.reason()));
      }
    }
    return warnings;
  }

  private static String with(ExecutorVerdict each, String text) {
    return "With " + each.executor() + ": " + text;
  }
}
