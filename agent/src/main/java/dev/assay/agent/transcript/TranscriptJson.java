package dev.assay.agent.transcript;

import dev.assay.agent.shape.JsonInText;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.model.Usage;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The JSON form of transcripts, described in `docs/reference/models.md`. It is kept for years:
/// fields may be added, but none is renamed.
public final class TranscriptJson {
  private TranscriptJson() {}

  public static String write(Transcript transcript) {
    return list(transcript).toString();
  }

  public static Transcript readTranscript(String json) {
    return transcript(JsonInText.parse(json));
  }

  public static String write(Entry entry) {
    return node(entry).toString();
  }

  public static Entry readEntry(String json) {
    return entry(JsonInText.parse(json));
  }

  private static ArrayNode list(Transcript transcript) {
    ArrayNode list = JsonInText.mapper().createArrayNode();
    transcript.entries().forEach(entry -> list.add(node(entry)));
    return list;
  }

  private static ObjectNode node(Entry entry) {
    ObjectNode node = JsonInText.mapper().createObjectNode();
    node.put("type", type(entry));
    node.put("when", entry.when().toString());
    switch (entry) {
      case Entry.Instructed instructed -> node.put("text", instructed.text());
      case Entry.Asked asked -> node.put("text", asked.text());
      case Entry.Noted noted -> node.put("text", noted.text());
      case Entry.Replied replied -> {
        node.put("text", replied.text());
        ArrayNode calls = node.putArray("calls");
        replied.calls().forEach(call -> calls.add(call(call)));
        node.put("model", replied.model());
        node.put("input_tokens", replied.usage().inputTokens());
        node.put("output_tokens", replied.usage().outputTokens());
        OriginalJson.write(replied.original(), node);
        writeCache(replied.usage(), node);
        node.put("took_ms", replied.took().toMillis());
      }
      case Entry.Used used -> {
        node.set("call", call(used.call()));
        node.put("result", used.result());
        node.put("failed", used.failed());
        node.put("took_ms", used.took().toMillis());
      }
      case Entry.Delegated delegated -> {
        node.set("call", call(delegated.call()));
        node.set("entries", list(delegated.transcript()));
      }
    }
    return node;
  }

  private static String type(Entry entry) {
    return switch (entry) {
      case Entry.Instructed _ -> "instructed";
      case Entry.Asked _ -> "asked";
      case Entry.Replied _ -> "replied";
      case Entry.Used _ -> "used";
      case Entry.Delegated _ -> "delegated";
      case Entry.Noted _ -> "noted";
    };
  }

  private static ObjectNode call(ToolCall call) {
    ObjectNode node = JsonInText.mapper().createObjectNode();
    node.put("id", call.id());
    node.put("tool", call.tool());
    node.put("arguments", call.arguments());
    return node;
  }

  private static Transcript transcript(JsonNode list) {
    List<Entry> entries = new ArrayList<>();
    list.forEach(node -> entries.add(entry(node)));
    return new Transcript(entries);
  }

  private static Entry entry(JsonNode node) {
    Instant when = Instant.parse(node.path("when").asString());
    String text = node.path("text").asString("");
    Duration took = Duration.ofMillis(node.path("took_ms").asLong(0));
    String type = node.path("type").asString("");
    return switch (type) {
      case "instructed" -> new Entry.Instructed(when, text);
      case "asked" -> new Entry.Asked(when, text);
      case "noted" -> new Entry.Noted(when, text);
      case "replied" -> replied(node, when, text, took);
      case "used" ->
          new Entry.Used(
              when,
              readCall(node.path("call")),
              node.path("result").asString(""),
              node.path("failed").asBoolean(false),
              took);
      case "delegated" ->
          new Entry.Delegated(when, readCall(node.path("call")), transcript(node.path("entries")));
      default -> throw new IllegalArgumentException("not an entry of a transcript: " + type);
    };
  }

  private static Entry replied(JsonNode node, Instant when, String text, Duration took) {
    List<ToolCall> calls = new ArrayList<>();
    node.path("calls").forEach(call -> calls.add(readCall(call)));
    return new Entry.Replied(
        when,
        text,
        calls,
        node.path("model").asString(""),
        usage(node),
        took,
        OriginalJson.read(node));
  }

  private static void writeCache(Usage usage, ObjectNode node) {
    if (usage.cachedTokens() + usage.cacheWrites() > 0) {
      node.put("cached_tokens", usage.cachedTokens());
      node.put("cache_writes", usage.cacheWrites());
    }
    usage.charged().ifPresent(cost -> node.put("charged", cost));
  }

  private static Usage usage(JsonNode node) {
    JsonNode charged = node.path("charged");
    return new Usage(
        node.path("input_tokens").asLong(0),
        node.path("output_tokens").asLong(0),
        node.path("cached_tokens").asLong(0),
        node.path("cache_writes").asLong(0),
        charged.isNumber() ? Optional.of(charged.decimalValue()) : Optional.empty());
  }

  private static ToolCall readCall(JsonNode node) {
    return new ToolCall(
        node.path("id").asString(""),
        node.path("tool").asString(""),
        node.path("arguments").asString(""));
  }
}
