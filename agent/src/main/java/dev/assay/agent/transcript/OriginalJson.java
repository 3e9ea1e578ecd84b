package dev.assay.agent.transcript;

import dev.assay.skill.model.Original;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Replies in the form their providers want back, in transcripts: `original: {origin, blocks}`.
final class OriginalJson {
  private OriginalJson() {}

  static void write(Original original, ObjectNode entry) {
    if (original.blocks().isEmpty()) {
      return;
    }
    ObjectNode node = entry.putObject("original");
    node.put("origin", original.origin());
    ArrayNode blocks = node.putArray("blocks");
    for (Original.Block block : original.blocks()) {
      ObjectNode one = blocks.addObject();
      switch (block) {
        case Original.Text it -> one.put("text", it.text());
        case Original.Part it -> one.put("part", it.json());
        case Original.Call it -> one.put("call", it.number()).put("extra", it.extra());
        case Original.Field it -> one.put("field", it.name()).put("value", it.json());
      }
    }
  }

  static Original read(JsonNode entry) {
    JsonNode node = entry.path("original");
    List<Original.Block> blocks = new ArrayList<>();
    for (JsonNode one : node.path("blocks")) {
      if (one.has("text")) {
        blocks.add(new Original.Text(one.path("text").asString("")));
      } else if (one.has("part")) {
        blocks.add(new Original.Part(one.path("part").asString("{}")));
      } else if (one.has("call")) {
        blocks.add(new Original.Call(one.path("call").asInt(0), one.path("extra").asString("")));
      } else {
        blocks.add(
            new Original.Field(one.path("field").asString(""), one.path("value").asString("null")));
      }
    }
    return blocks.isEmpty()
        ? Original.NONE
        : new Original(node.path("origin").asString(""), blocks);
  }
}
