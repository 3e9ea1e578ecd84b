package dev.assay.toolservice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ArgumentCheckTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  void there_are_twelve_tools_and_each_refuses_what_it_does_not_know() {
    assertThat(ToolSpec.BUILT_IN).hasSize(12);
    for (ToolSpec tool : ToolSpec.BUILT_IN.values()) {
      assertThatThrownBy(
              () -> ArgumentCheck.require(tool.inputSchema(), JSON.readTree("{\"no_such\": 1}")))
          .as(tool.name())
          .hasMessageContaining("arguments");
      assertThat(tool.inputSchema().path("additionalProperties").asBoolean(true)).isFalse();
    }
  }

  @Test
  void a_schema_with_a_keyword_that_is_not_checked_is_refused() {
    assertThatThrownBy(
            () ->
                ArgumentCheck.requireKnown(
                    JSON.readTree(
                        "{\"type\": \"object\", \"properties\": {\"a\": {\"format\": \"uri\"}}}")))
        .hasMessageContaining("format");
  }

  @Test
  void lists_and_objects_are_checked_to_their_leaves() {
    ToolSpec job = java.util.Objects.requireNonNull(ToolSpec.BUILT_IN.get("skills.start_job"));
    String good =
        """
        {"skill_name": "a", "session_id": "s", "steps": [{"command": "true", "env": {"A": "b"}}]}
        """;
    ArgumentCheck.require(job.inputSchema(), JSON.readTree(good));
    for (String wrong :
        java.util.List.of(
            good.replace("\"true\"", "1"),
            good.replace("\"A\": \"b\"", "\"A=B\": \"b\""),
            good.replace("\"A\": \"b\"", "\"A\": 1"),
            good.replace("{\"command\": \"true\", \"env\": {\"A\": \"b\"}}", ""),
            good.replace("\"env\"", "\"environment\""))) {
      assertThatThrownBy(() -> ArgumentCheck.require(job.inputSchema(), JSON.readTree(wrong)))
          .as(wrong)
          .hasMessageContaining("steps");
    }
  }
}
