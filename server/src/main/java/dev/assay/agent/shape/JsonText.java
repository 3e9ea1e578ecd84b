package dev.assay.agent.shape;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON that a model wrote.
public final class JsonText {
  private static final int MOST_DEPTH = 200;
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MOST_DEPTH).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final Pattern CODE = Pattern.compile("(?s)```(?:json|JSON)?\\s*\\n(.*?)\\n?```");

  private JsonText() {}

  public static JsonMapper mapper() {
    return MAPPER;
  }

  /// @throws IllegalArgumentException if it is not JSON, with where and why
  public static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
  }

  /// The one JSON object in an answer: the whole of it, the content of its only code block, or what
  /// stands between its first and its last brace. An answer that could be read in two ways has
  /// none.
  public static Optional<JsonNode> findObject(String answer) {
    Optional<JsonNode> whole = tryObject(answer.strip());
    if (whole.isPresent()) {
      return whole;
    }
    Matcher matcher = CODE.matcher(answer);
    if (matcher.find()) {
      Optional<JsonNode> block = tryObject(matcher.group(1).strip());
      if (block.isPresent()) {
        return matcher.find() && tryObject(matcher.group(1).strip()).isPresent()
            ? Optional.empty()
            : block;
      }
    }
    int first = answer.indexOf('{');
    int last = answer.lastIndexOf('}');
    return first < 0 || last < first
        ? Optional.empty()
        : tryObject(answer.substring(first, last + 1));
  }

  private static Optional<JsonNode> tryObject(String text) {
    if (!text.startsWith("{")) {
      return Optional.empty();
    }
    try {
      return Optional.of(parse(text)).filter(JsonNode::isObject);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
