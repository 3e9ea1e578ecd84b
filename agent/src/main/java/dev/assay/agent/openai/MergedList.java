package dev.assay.agent.openai;

import dev.assay.agent.protocol.WireJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Joins the parts of a reply that come in pieces: thoughts, their signatures, and other parts that
/// only their provider understands. Pieces of one part are joined; the order stays.
final class MergedList {
  private static final Set<String> GROWING = Set.of("text", "thinking", "summary", "data");

  private final List<ObjectNode> parts = new ArrayList<>();

  void add(JsonNode piece) {
    if (!piece.isObject()) {
      return;
    }
    if (!parts.isEmpty() && continues(parts.getLast(), piece)) {
      join(parts.getLast(), piece);
    } else {
      parts.add((ObjectNode) piece.deepCopy());
    }
  }

  boolean isEmpty() {
    return parts.isEmpty();
  }

  List<ObjectNode> parts() {
    return parts;
  }

  String json() {
    ArrayNode list = WireJson.MAPPER.createArrayNode();
    parts.forEach(list::add);
    return list.toString();
  }

  private static boolean continues(ObjectNode last, JsonNode piece) {
    boolean sameKind =
        WireJson.text(last, "type").equals(WireJson.text(piece, "type"))
            && last.path("index").equals(piece.path("index"))
            && (piece.path("id").isMissingNode() || last.path("id").equals(piece.path("id")));
    return sameKind && WireJson.text(last, "signature").isEmpty();
  }

  private static void join(ObjectNode last, JsonNode piece) {
    piece.forEachEntry(
        (field, value) -> {
          JsonNode before = last.path(field);
          if (GROWING.contains(field) && before.isString() && value.isString()) {
            last.put(field, before.asString() + value.asString());
          } else if (before.isArray() && value.isArray()) {
            MergedList inner = new MergedList();
            before.forEach(inner::add);
            value.forEach(inner::add);
            ArrayNode joined = last.putArray(field);
            inner.parts.forEach(joined::add);
          } else if (!value.isNull()) {
            last.set(field, value);
          }
        });
  }
}
