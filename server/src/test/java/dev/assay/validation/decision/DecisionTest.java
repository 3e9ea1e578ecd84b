package dev.assay.validation.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.validation.scoring.Score;
import dev.assay.validation.scoring.Scoring;
import dev.assay.validation.scoring.TaskEvidence;
import dev.assay.validation.settings.ProofTerms;
import dev.assay.validation.settings.ScoringPolicy;
import dev.assay.validation.settings.Weights;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DecisionTest {
  private static final Optional<List<String>> NONE = Optional.of(List.of());

  private static Score score(int grade, boolean activated, Set<String> attempts) {
    return Scoring.score(
        ScoringPolicy.STANDARD,
        List.of(
            new TaskEvidence(
                "t",
                Optional.of(grade),
                Optional.of(activated),
                Optional.of(grade),
                Optional.of(attempts))));
  }

  private static final Score GOOD = score(5, true, Set.of());

  private static VerdictFindings good() {
    return new VerdictFindings(
        ScoringPolicy.STANDARD, Optional.empty(), List.of(), Optional.of(GOOD), NONE, NONE);
  }

  private static ScoringPolicy policy(
      ScoringPolicy.Offline offline, ScoringPolicy.Undeclared undeclared) {
    return new ScoringPolicy(
        Weights.STANDARD, 70, 50, offline, undeclared, ScoringPolicy.Environment.SHARED);
  }

  private static List<Reason.Code> codes(Ruling verdict) {
    return ((Ruling.Failed) verdict).reasons().stream().map(Reason::code).toList();
  }

  @Test
  void a_skill_passes_when_everything_was_looked_into_and_nothing_found() {
    assertThat(Decision.decide(good()))
        .isEqualTo(new Ruling.Passed((Score.Scored) GOOD, List.of()));
  }

  @Test
  void nothing_missing_ever_passes() {
    VerdictFindings good = good();
    assertThat(
            List.of(
                new VerdictFindings(
                    good.policy(), Optional.empty(), List.of(), Optional.empty(), NONE, NONE),
                new VerdictFindings(
                    good.policy(),
                    Optional.empty(),
                    List.of(),
                    Optional.of(new Score.Missing("no judge")),
                    NONE,
                    NONE),
                new VerdictFindings(
                    good.policy(),
                    Optional.empty(),
                    List.of(),
                    good.score(),
                    Optional.empty(),
                    NONE),
                new VerdictFindings(
                    good.policy(),
                    Optional.empty(),
                    List.of(),
                    good.score(),
                    NONE,
                    Optional.empty())))
        .allSatisfy(
            findings ->
                assertThat(Decision.decide(findings)).isInstanceOf(Ruling.Inconclusive.class));
  }

  @Test
  void each_failure_has_its_code_and_all_are_told() {
    VerdictFindings bad =
        new VerdictFindings(
            policy(ScoringPolicy.Offline.REQUIRED, ScoringPolicy.Undeclared.STRICT),
            Optional.of("pip failed"),
            List.of("left-pad 1.0"),
            Optional.of(score(3, false, Set.of("a:1", "b:1", "c:1"))),
            Optional.of(List.of("requests would go")),
            Optional.of(List.of("csv no longer works")));
    assertThat(codes(Decision.decide(bad)))
        .containsExactly(
            Reason.Code.DEPENDENCY_INSTALL_FAILED,
            Reason.Code.DEPENDENCY_UNDECLARED,
            Reason.Code.SCORE_TOO_LOW,
            Reason.Code.OFFLINE_REQUIRED,
            Reason.Code.DEPENDENCY_CONFLICT,
            Reason.Code.REGRESSION_FAILED);
  }

  private static VerdictFindings unfinished(Optional<Score> score, List<String> conflicts) {
    return new VerdictFindings(
        ScoringPolicy.STANDARD,
        Optional.empty(),
        List.of(),
        score,
        Optional.of(conflicts),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        ProofTerms.Harm.FAIL,
        List.of(),
        ProofTerms.UndeclaredNetwork.WARN,
        List.of(),
        Optional.of("Not reached: 4 trials."));
  }

  @Test
  void a_budget_that_is_spent_is_held_whatever_is_missing_and_passes_nothing() {
    Ruling early = Decision.decide(unfinished(Optional.empty(), List.of()));
    assertThat(early)
        .isEqualTo(new Ruling.Held(Optional.empty(), List.of("Not reached: 4 trials."), List.of()));

    Ruling late = Decision.decide(unfinished(Optional.of(score(5, true, Set.of())), List.of()));
    assertThat(late)
        .isInstanceOfSatisfying(
            Ruling.Held.class,
            held -> {
              assertThat(held.score()).isPresent();
              assertThat(held.reasons()).containsExactly("Not reached: 4 trials.");
            });
  }

  @Test
  void a_failure_that_was_found_before_the_budget_was_spent_stands() {
    assertThat(codes(Decision.decide(unfinished(Optional.empty(), List.of("two versions")))))
        .containsExactly(Reason.Code.DEPENDENCY_CONFLICT);
  }

  @Test
  void a_stopped_run_failed_online() {
    VerdictFindings stopped =
        new VerdictFindings(
            ScoringPolicy.STANDARD,
            Optional.empty(),
            List.of(),
            Optional.of(score(2, true, Set.of())),
            Optional.empty(),
            Optional.empty());
    assertThat(codes(Decision.decide(stopped)))
        .containsExactly(Reason.Code.ONLINE_VALIDATION_FAILED);
  }

  @Test
  void undeclared_packages_and_the_network_are_warnings_unless_the_policy_forbids_them() {
    VerdictFindings loose =
        new VerdictFindings(
            ScoringPolicy.STANDARD,
            Optional.empty(),
            List.of("left-pad 1.0"),
            Optional.of(score(5, true, Set.of("a:1", "b:1", "c:1"))),
            NONE,
            NONE);
    assertThat(Decision.decide(loose))
        .isInstanceOfSatisfying(
            Ruling.Passed.class,
            passed ->
                assertThat(passed.warnings())
                    .containsExactly(
                        "Installs left-pad 1.0 undeclared.",
                        "Works offline; tried to reach a:1, b:1, c:1."));
    assertThat(
            codes(
                Decision.decide(
                    new VerdictFindings(
                        policy(ScoringPolicy.Offline.REQUIRED, ScoringPolicy.Undeclared.STRICT),
                        loose.installFailure(),
                        loose.undeclared(),
                        loose.score(),
                        NONE,
                        NONE))))
        .containsExactly(Reason.Code.DEPENDENCY_UNDECLARED, Reason.Code.OFFLINE_REQUIRED);
  }

  @Test
  void a_failure_stands_even_if_something_else_is_missing() {
    VerdictFindings both =
        new VerdictFindings(
            ScoringPolicy.STANDARD,
            Optional.empty(),
            List.of(),
            Optional.of(new Score.Missing("no judge")),
            Optional.empty(),
            Optional.of(List.of("csv no longer works")));
    assertThat(codes(Decision.decide(both))).containsExactly(Reason.Code.REGRESSION_FAILED);
  }
}
