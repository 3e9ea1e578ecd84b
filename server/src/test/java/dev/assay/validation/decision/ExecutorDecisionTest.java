package dev.assay.validation.decision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.validation.scoring.Score;
import dev.assay.validation.scoring.Scoring;
import dev.assay.validation.scoring.TaskEvidence;
import dev.assay.validation.settings.ExecutorPolicy;
import dev.assay.validation.settings.ScoringPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecutorDecisionTest {
  private static Score.Scored score(int grade) {
    return (Score.Scored)
        Scoring.score(
            ScoringPolicy.STANDARD,
            List.of(
                new TaskEvidence(
                    "t",
                    Optional.of(grade),
                    Optional.of(true),
                    Optional.of(grade),
                    Optional.of(Set.of()))));
  }

  private static Ruling verdict(char letter) {
    return switch (letter) {
      case 'P' -> new Ruling.Passed(score(5), List.of());
      case 'p' -> new Ruling.Passed(score(4), List.of());
      case 'H' -> new Ruling.Held(Optional.of(score(5)), List.of("Nobody knows."), List.of());
      case 'B' -> new Ruling.Held(Optional.empty(), List.of("Budget spent."), List.of());
      case 'F' -> failed(Reason.Code.SCORE_TOO_LOW);
      case 'R' -> failed(Reason.Code.REGRESSION_FAILED);
      case 'N' -> failed(Reason.Code.NETWORK_UNDECLARED);
      case 'X' -> failed(Reason.Code.HARMS_FILES);
      case 'I' -> new Ruling.Inconclusive("MODEL_UNAVAILABLE: it is away.", "Resume.");
      default -> throw new IllegalArgumentException("" + letter);
    };
  }

  private static Ruling failed(Reason.Code code) {
    return new Ruling.Failed(List.of(new Reason(code, "It is bad.")));
  }

  private static Ruling decide(String policy, String letters) {
    List<ExecutorVerdict> all = new ArrayList<>();
    for (char letter : letters.toCharArray()) {
      all.add(new ExecutorVerdict("model-" + (all.size() + 1), verdict(letter)));
    }
    return ExecutorDecision.decide(ExecutorPolicy.of(policy), all);
  }

  /// P passed, H held, B held without a score, F failed, I inconclusive, R breaks another skill, X
  /// harms files, N reaches hosts it does not name.
  @ParameterizedTest(name = "{0}: {1} is {2}")
  @CsvSource(
      textBlock =
          """
          all,      PP,   Passed
          all,      PH,   Held
          all,      PB,   Held
          any,      BB,   Held
          any,      FB,   Held
          all,      PF,   Failed
          all,      PI,   Inconclusive
          all,      HI,   Inconclusive
          all,      II,   Inconclusive
          all,      FI,   Failed
          all,      HF,   Failed
          any,      PP,   Passed
          any,      PF,   Passed
          any,      PI,   Passed
          any,      PH,   Passed
          any,      HF,   Held
          any,      HI,   Inconclusive
          any,      FI,   Inconclusive
          any,      FF,   Failed
          any,      II,   Inconclusive
          any,      PN,   Failed
          majority, PPN,  Failed
          majority, PF,   Failed
          majority, PI,   Inconclusive
          majority, PPF,  Passed
          majority, PPI,  Passed
          majority, PFI,  Inconclusive
          majority, PII,  Inconclusive
          majority, PHF,  Held
          majority, PHI,  Inconclusive
          majority, FFI,  Failed
          majority, FFP,  Failed
          majority, PPFF, Failed
          majority, PPIF, Inconclusive
          majority, PPPI, Passed
          any,      PR,   Failed
          any,      PX,   Failed
          majority, PPX,  Failed
          any,      RI,   Failed
          """)
  void a_verdict_needs_as_many_proofs_as_the_policy_asks_for(
      String policy, String letters, String expected) {
    assertThat(decide(policy, letters).getClass().getSimpleName()).isEqualTo(expected);
  }

  @Test
  void one_executor_decides_alone_under_every_policy() {
    for (ExecutorPolicy policy : ExecutorPolicy.values()) {
      for (char letter : "PHFI".toCharArray()) {
        assertThat(decide(policy.word(), "" + letter)).isEqualTo(verdict(letter));
      }
    }
  }

  @Test
  void the_score_is_the_one_that_enough_executors_reach() {
    assertThat(((Ruling.Passed) decide("all", "Pp")).score()).isEqualTo(score(4));
    assertThat(((Ruling.Passed) decide("any", "Pp")).score()).isEqualTo(score(5));
    assertThat(((Ruling.Passed) decide("majority", "PpP")).score()).isEqualTo(score(5));
    assertThat(((Ruling.Passed) decide("any", "pH")).score()).isEqualTo(score(4));
  }

  @Test
  void reasons_name_the_executor_unless_all_say_the_same() {
    assertThat(((Ruling.Failed) decide("all", "PF")).reasons())
        .containsExactly(new Reason(Reason.Code.SCORE_TOO_LOW, "With model-2: It is bad."));
    assertThat(((Ruling.Failed) decide("all", "FF")).reasons())
        .containsExactly(new Reason(Reason.Code.SCORE_TOO_LOW, "It is bad."));
    assertThat(((Ruling.Held) decide("all", "PH")).reasons())
        .containsExactly("With model-2: Nobody knows.");
    assertThat(((Ruling.Passed) decide("any", "PF")).warnings())
        .containsExactly("With model-2: failed: It is bad.");
    assertThat(((Ruling.Passed) decide("any", "PI")).warnings())
        .containsExactly("With model-2: no verdict: MODEL_UNAVAILABLE: it is away.");
    Ruling.Inconclusive open = (Ruling.Inconclusive) decide("all", "PI");
    assertThat(open.reason()).contains("2 of 2").contains("With model-2: MODEL_UNAVAILABLE");
    assertThat(open.remedy()).isEqualTo("Resume.");
  }
}
