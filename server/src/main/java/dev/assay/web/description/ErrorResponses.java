package dev.assay.web.description;

import dev.assay.skill.ErrorCode;
import dev.assay.web.errors.Problems;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Writes errors into the document: one schema, and for each status of an operation its possible
/// codes.
final class ErrorResponses {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String ERROR = "Error";

  private final Map<String, ObjectNode> shared = new TreeMap<>();

  ErrorResponses(Schemas schemas) {
    ObjectNode error = JSON.createObjectNode().put("type", "object");
    error.put("description", "What went wrong, in one shape everywhere.");
    ObjectNode properties = error.putObject("properties");
    properties
        .putObject("code")
        .put("type", "string")
        .put("description", "Stable: programs decide by it.")
        .set("enum", words(Set.of(ErrorCode.values())));
    properties
        .putObject("message")
        .put("type", "string")
        .put("description", "For people: what was wrong, what was expected, what to do next.");
    properties
        .putObject("details")
        .put("type", "object")
        .put("description", "More for programs, such as `retry_after_seconds` or `allowed`.")
        .put("additionalProperties", true);
    error.putArray("required").add("code").add("message").add("details");
    schemas.add(ERROR, error);
  }

  /// Returns the responses that several operations share, by name.
  Map<String, ObjectNode> shared() {
    return shared;
  }

  /// Adds the errors of an operation that answers some failures with its own body.
  void add(ObjectNode responses, Set<ErrorCode> codes, ObjectNode own) {
    byStatus(codes)
        .forEach(
            (status, some) -> {
              ObjectNode response = response(HttpStatus.valueOf(status), some);
              ObjectNode media = response.path("content").path("application/json").asObject();
              JsonNode error = media.path("schema");
              media.putObject("schema").putArray("anyOf").add(error).add(own);
              responses.set(Integer.toString(status), response);
            });
  }

  private static Map<Integer, Set<ErrorCode>> byStatus(Set<ErrorCode> codes) {
    return codes.stream()
        .collect(
            Collectors.groupingBy(
                code -> Problems.statusOf(code).value(),
                TreeMap::new,
                Collectors.toCollection(TreeSet::new)));
  }

  void add(ObjectNode responses, Set<ErrorCode> codes) {
    byStatus(codes)
        .forEach(
            (status, some) -> {
              String name = some.stream().map(ErrorCode::name).collect(Collectors.joining("."));
              shared.computeIfAbsent(name, _ -> response(HttpStatus.valueOf(status), some));
              responses
                  .putObject(Integer.toString(status))
                  .put("$ref", "#/components/responses/" + name);
            });
  }

  private static ObjectNode response(HttpStatus status, Set<ErrorCode> codes) {
    ObjectNode response = JSON.createObjectNode();
    response.put(
        "description",
        status.getReasonPhrase()
            + ": "
            + codes.stream().map(ErrorCode::name).collect(Collectors.joining(", ")));
    ArrayNode parts =
        response
            .putObject("content")
            .putObject("application/json")
            .putObject("schema")
            .putArray("allOf");
    parts.add(Schemas.reference(ERROR));
    parts.addObject().putObject("properties").putObject("code").set("enum", words(codes));
    return response;
  }

  private static ArrayNode words(Collection<ErrorCode> codes) {
    ArrayNode words = JSON.createArrayNode();
    Arrays.stream(codes.toArray(ErrorCode[]::new))
        .map(ErrorCode::name)
        .sorted()
        .forEach(words::add);
    return words;
  }
}
