package dev.assay.agent.shape;

import dev.assay.agent.protocol.Thinking;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads JSON that a model wrote.
public final class JsonInText {
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
  private static final int MOST_TRIES = 200;

  private JsonInText() {}

  public static JsonMapper mapper() {
    return MAPPER;
  }

  /// @throws IllegalArgumentException if it is not JSON, with the place and the reason
  public static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
  }

  /// The one JSON object in an answer, without the model's thoughts before it: the whole of it, or
  /// the only object in its text, in a code block or not. An answer with two different objects has
  /// none.
  public static Optional<JsonNode> findObject(String answer) {
    Optional<JsonNode> all = tryObject(answer.strip());
    if (all.isPresent()) {
      return all;
    }
    String said = Thinking.strip(answer).strip();
    Optional<JsonNode> whole = tryObject(said);
    if (whole.isPresent()) {
      return whole;
    }
    Set<JsonNode> found = objectsIn(said);
    return found.size() == 1 ? found.stream().findFirst() : Optional.empty();
  }

  /// All objects in an answer, without the model's thoughts before it.
  public static Set<JsonNode> objects(String answer) {
    return objectsIn(Thinking.strip(answer));
  }

  /// The outermost objects in a text.
  private static Set<JsonNode> objectsIn(String text) {
    Set<JsonNode> found = new LinkedHashSet<>();
    int tries = 0;
    for (int at = text.indexOf('{'); at >= 0 && tries < MOST_TRIES; at = text.indexOf('{', at)) {
      int end = ending(text, at);
      Optional<JsonNode> object = end < 0 ? Optional.empty() : tryObject(text.substring(at, end));
      object.ifPresent(found::add);
      at = object.isPresent() ? end : at + 1;
      tries++;
    }
    return found;
  }

  /// The index behind the brace that closes the one at a place, or -1.
  private static int ending(String text, int start) {
    int depth = 0;
    boolean quoted = false;
    for (int at = start; at < text.length(); at++) {
      char one = text.charAt(at);
      if (quoted) {
        if (one == '\\') {
          at++;
        } else if (one == '"') {
          quoted = false;
        }
      } else if (one == '"') {
        quoted = true;
      } else if (one == '{') {
        depth++;
      } else if (one == '}') {
        depth--;
        if (depth == 0) {
          return at + 1;
        }
      }
    }
    return -1;
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
