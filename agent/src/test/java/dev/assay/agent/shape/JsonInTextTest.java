package dev.assay.agent.shape;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class JsonInTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"score\": 3}",
        "<think>Is {\"score\": 1} fair? {no}</think>\n{\"score\": 3}",
        "Perhaps {\"score\": 5}?\n</think>\n{\"score\": 3}",
        "Here it is:\n```json\n{\"score\": 3}\n```\nThat {was} it.",
        "It is {\"score\": 3}, as {said}.",
        "{\"score\": 3}\n\n{\"score\": 3}",
      })
  void the_one_object_of_an_answer_is_found_without_thoughts_and_fences(String answer) {
    assertThat(JsonInText.findObject(answer).map(JsonNode::toString)).contains("{\"score\":3}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"score\": 3}\n{\"score\": 4}",
        "```json\n{\"score\": 3}\n```\n```json\n{\"score\": 4}\n```",
        "Not {\"score\": 5}.\n```json\n{\"score\": 3}\n```",
        "<think>{\"score\": 3}",
        "{\"score\": 3, \"score\": 4}",
        "[3]",
        "",
      })
  void an_answer_with_two_different_objects_or_none_has_none(String answer) {
    assertThat(JsonInText.findObject(answer)).isEmpty();
  }
}
