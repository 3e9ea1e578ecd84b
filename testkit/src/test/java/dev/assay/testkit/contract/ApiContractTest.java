package dev.assay.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ApiContractTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final ApiContract CONTRACT =
      new ApiContract(
          JSON.readTree(
              """
              {"paths": {
                "/api/skills/{id}": {"get": {"responses": {
                  "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Skill"}}}},
                  "404": {"$ref": "#/components/responses/Missing"}}}},
                "/api/skills/news": {"get": {"responses": {
                  "200": {"content": {"text/event-stream": {"schema": {"$ref": "#/components/schemas/News"}}}}}}}},
               "components": {
                "responses": {"Missing": {"content": {"application/json": {"schema": {"allOf": [
                  {"$ref": "#/components/schemas/Error"},
                  {"properties": {"code": {"enum": ["SKILL_NOT_FOUND"]}}}]}}}}},
                "schemas": {
                  "Error": {"type": "object", "properties": {"code": {"type": "string"}}, "required": ["code"]},
                  "News": {"type": "object", "properties": {"event": {"const": "text"}, "data": {"type": "object"}}},
                  "Skill": {"type": "object", "required": ["name"], "properties": {
                    "name": {"type": "string"},
                    "files": {"type": "array", "items": {"type": "object", "properties": {"path": {"type": "string"}}}}}}}}}
              """));

  @Test
  void what_is_described_is_right() {
    assertThat(get("/api/skills/1", 200, "{\"name\": \"a\", \"files\": [{\"path\": \"b\"}]}"))
        .isEmpty();
    assertThat(get("/api/skills/1", 404, "{\"code\": \"SKILL_NOT_FOUND\"}")).isEmpty();
  }

  @Test
  void unknown_fields_missing_ones_and_other_types_are_wrong_at_any_depth() {
    assertThat(get("/api/skills/1", 200, "{\"name\": \"a\", \"size\": 1}")).isNotEmpty();
    assertThat(get("/api/skills/1", 200, "{\"name\": \"a\", \"files\": [{\"mode\": 1}]}"))
        .isNotEmpty();
    assertThat(get("/api/skills/1", 200, "{}")).isNotEmpty();
    assertThat(get("/api/skills/1", 200, "{\"name\": 1}")).isNotEmpty();
    assertThat(get("/api/skills/1", 200, "no JSON")).isNotEmpty();
  }

  @Test
  void other_statuses_codes_types_and_operations_are_wrong() {
    assertThat(get("/api/skills/1", 500, "{\"code\": \"INTERNAL_ERROR\"}")).isNotEmpty();
    assertThat(get("/api/skills/1", 404, "{\"code\": \"RUN_NOT_FOUND\"}")).isNotEmpty();
    assertThat(problems("DELETE", "/api/skills/1", 204, "", "")).isNotEmpty();
    assertThat(problems("GET", "/api/skills/1", 200, "text/html", "<p>")).isNotEmpty();
    assertThat(problems("GET", "/api/other", 200, "application/json", "{}")).isNotEmpty();
    assertThat(problems("GET", "/api/other", 404, "application/json", "{\"code\": \"NOT_FOUND\"}"))
        .isEmpty();
  }

  @Test
  void every_event_of_a_stream_is_looked_at() {
    String good = "id: 1\nevent: text\ndata: {}\n\n";
    assertThat(
            problems(
                "GET", "/api/skills/news", 200, "text/event-stream", "event: text\ndata: {}\n\n"))
        .isEmpty();
    assertThat(
            problems(
                "GET",
                "/api/skills/news",
                200,
                "text/event-stream",
                good + "event: more\ndata: {}\n\n"))
        .isNotEmpty();
  }

  private static List<String> get(String path, int status, String body) {
    return problems("GET", path, status, "application/json", body);
  }

  private static List<String> problems(
      String method, String path, int status, String type, String body) {
    return CONTRACT.problems(new ApiContract.Answer(method, path, status, type, body));
  }
}
