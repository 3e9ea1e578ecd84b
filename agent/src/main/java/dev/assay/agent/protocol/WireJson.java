package dev.assay.agent.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// JSON as servers send it.
public final class WireJson {
  private static final int MOST_DEPTH = 200;

  public static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MOST_DEPTH)
                          .maxStringLength(32 << 20)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private WireJson() {}

  public static Optional<JsonNode> find(String text) {
    try {
      JsonNode node = MAPPER.readTree(text);
      return node.isMissingNode() ? Optional.empty() : Optional.of(node);
    } catch (JacksonException _) {
      return Optional.empty();
    }
  }

  public static boolean isObject(String text) {
    return find(text).filter(JsonNode::isObject).isPresent();
  }

  /// The values of one event: usually one, one for each line if the server omitted the empty lines
  /// between events, none if it is no JSON.
  public static List<JsonNode> values(String data) {
    Optional<JsonNode> whole = find(data);
    if (whole.isPresent()) {
      return List.of(whole.get());
    }
    List<JsonNode> values = new ArrayList<>();
    data.lines().forEach(line -> find(line).ifPresent(values::add));
    return values;
  }

  /// The text of a field; empty if there is none.
  public static String text(JsonNode node, String field) {
    JsonNode value = node.path(field);
    return value.isString() ? value.asString() : "";
  }
}
