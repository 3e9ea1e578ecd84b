package dev.assay.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConditionsTest {
  private static Conditions of(Map<String, String> models, String prompts, String policy) {
    return new Conditions(new TreeMap<>(models), prompts, policy, "1.0");
  }

  private static final Conditions BEFORE =
      of(Map.of("judge", "strict", "execute", "fast"), "abc", "standard, line 70");

  @Test
  void nothing_expires_while_nothing_changes() {
    assertThat(BEFORE.changesTo(BEFORE)).isEmpty();
  }

  @Test
  void another_judge_other_prompts_or_another_policy_are_named() {
    assertThat(
            BEFORE.changesTo(
                of(Map.of("judge", "mild", "execute", "fast"), "abc", "standard, line 70")))
        .containsExactly("the model for judge changed (strict to mild)");
    assertThat(
            BEFORE.changesTo(
                of(Map.of("judge", "strict", "execute", "fast"), "abd", "standard, line 60")))
        .containsExactly(
            "the prompts changed", "the policy changed (standard, line 70 to standard, line 60)");
  }

  @Test
  void a_second_judge_that_came_later_is_a_change() {
    assertThat(
            BEFORE.changesTo(
                of(
                    Map.of("judge", "strict", "execute", "fast", "second-judge", "other"),
                    "abc",
                    "standard, line 70")))
        .containsExactly("the model for second-judge changed (none to other)");
  }
}
