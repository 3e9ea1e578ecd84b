package dev.assay.agentservice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.agentservice.RetryJudge.Judgement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What does not need a server.
class RetryJudgeTest {
  @ParameterizedTest
  @ValueSource(strings = {"conflict", "upstream_unavailable", "tool_timeout", "bad_request", ""})
  void a_failed_call_gets_a_hint_three_times_and_no_more(String code) {
    for (int failures = 1; failures <= RetryJudge.MOST; failures++) {
      assertThat(RetryJudge.judge("skills.run_cmd", result(code), failures))
          .isInstanceOfSatisfying(
              Judgement.Retry.class, retry -> assertThat(retry.hint()).isNotBlank());
    }
    assertThat(RetryJudge.judge("skills.run_cmd", result(code), RetryJudge.MOST + 1))
        .isInstanceOf(Judgement.FailFast.class);
  }

  @Test
  void what_the_sender_may_not_do_is_not_tried_again() {
    assertThat(RetryJudge.judge("skills.load", result("auth_failed"), 1))
        .isInstanceOf(Judgement.FailFast.class);
  }

  @Test
  void long_texts_in_results_are_shortened_wherever_they_are() {
    String text = "a".repeat(ShortTexts.LONGEST) + "b".repeat(ShortTexts.LONGEST);
    Map<String, Object> result = new HashMap<>();
    result.put("stdout", text);
    result.put("exit_code", 0);
    result.put("nothing", null);
    result.put("steps", List.of(Map.of("stdout_tail", text), "short"));
    Map<String, Object> shorter = ShortTexts.of(result);
    assertThat(shorter.get("stdout").toString())
        .startsWith("aaa")
        .endsWith("bbb")
        .contains("[30000 characters left out]")
        .hasSizeLessThan(ShortTexts.LONGEST + 100);
    assertThat(shorter.get("exit_code")).isEqualTo(0);
    assertThat(shorter).containsEntry("nothing", null);
    assertThat(Arrays.asList(((List<?>) shorter.get("steps")).toArray()).toString())
        .hasSizeLessThan(ShortTexts.LONGEST + 200);
  }

  private static JsonNode result(String code) {
    return Cards.JSON.valueToTree(code.isEmpty() ? Map.of() : Map.of("error_code", code));
  }
}
