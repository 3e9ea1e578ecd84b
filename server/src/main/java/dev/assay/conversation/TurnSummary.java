package dev.assay.conversation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A summary of a turn, made from its events.
///
/// @param pieces the texts and the uses of tools, in order
/// @param todos the last state of the agent's list
/// @param files the files that were made or changed
public record TurnSummary(
    List<Piece> pieces,
    List<Item> todos,
    List<String> notices,
    List<StoredFile> files,
    Optional<Problem> problem) {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  /// A part of the answer.
  public sealed interface Piece {
    record Said(String text) implements Piece {}

    /// @param result the result; empty while the tool is at work, or if it was stopped
    record Used(String id, String tool, String arguments, Optional<String> result, boolean failed)
        implements Piece {}
  }

  /// A line of the agent's list.
  public record Item(String content, String status) {}

  /// The reason why the answer is missing or incomplete.
  public record Problem(String code, String message) {}

  public TurnSummary {
    pieces = List.copyOf(pieces);
    todos = List.copyOf(todos);
    notices = List.copyOf(notices);
    files = List.copyOf(files);
  }

  /// The agent's final text.
  public String answer() {
    return pieces.isEmpty() || !(pieces.getLast() instanceof Piece.Said(String text)) ? "" : text;
  }

  static TurnSummary of(List<ConversationEvent> events) {
    Maker maker = new Maker();
    events.forEach(maker::add);
    return maker.summary();
  }

  static List<Map<String, Object>> wire(List<StoredFile> files) {
    return files.stream()
        .map(
            file ->
                Map.<String, Object>of(
                    "filename", file.name(),
                    "size", file.size(),
                    "container_path", file.path(),
                    "modified_at", file.modified().toString()))
        .toList();
  }

  static List<Map<String, Object>> skills(List<Turn.Choice> choices) {
    return choices.stream()
        .map(
            choice ->
                Map.<String, Object>of(
                    "name", choice.name(),
                    "skill_id", choice.id().toString(),
                    "version", choice.version()))
        .toList();
  }

  private static final class Maker {
    private final List<Piece> pieces = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final List<String> notices = new ArrayList<>();
    private final List<StoredFile> files = new ArrayList<>();
    private List<Item> todos = List.of();
    private Optional<Problem> problem = Optional.empty();

    void add(ConversationEvent event) {
      JsonNode body = JSON.readTree(event.body());
      switch (event.kind()) {
        case TEXT -> {
          if (body.path("restart").asBoolean(false)) {
            text.setLength(0);
          }
          text.append(body.path("text").asString(""));
        }
        case TOOL_CALL -> {
          flush();
          pieces.add(
              new Piece.Used(
                  word(body, "id"),
                  word(body, "tool"),
                  word(body, "arguments"),
                  Optional.empty(),
                  false));
        }
        case TOOL_RESULT -> pieces.replaceAll(piece -> answered(piece, body));
        case TODOS -> {
          todos = new ArrayList<>();
          for (JsonNode each : body.path("todos")) {
            todos.add(new Item(word(each, "content"), word(each, "status")));
          }
        }
        case FILES -> body.path("files").forEach(each -> files.add(file(each)));
        case NOTICE -> notices.add(word(body, "text"));
        case ERROR -> problem = Optional.of(new Problem(word(body, "code"), word(body, "message")));
        case DONE -> {}
      }
    }

    private static Piece answered(Piece piece, JsonNode body) {
      return piece instanceof Piece.Used used
              && used.result().isEmpty()
              && used.id().equals(word(body, "id"))
          ? new Piece.Used(
              used.id(),
              used.tool(),
              used.arguments(),
              Optional.of(word(body, "text")),
              body.path("failed").asBoolean(false))
          : piece;
    }

    private static StoredFile file(JsonNode each) {
      return new StoredFile(
          word(each, "filename"),
          each.path("size").asLong(0),
          word(each, "container_path"),
          Instant.parse(each.path("modified_at").asString("1970-01-01T00:00:00Z")));
    }

    private static String word(JsonNode node, String name) {
      return node.path(name).asString("");
    }

    private void flush() {
      if (!text.toString().isBlank()) {
        pieces.add(new Piece.Said(text.toString()));
      }
      text.setLength(0);
    }

    TurnSummary summary() {
      flush();
      return new TurnSummary(pieces, todos, notices, files, problem);
    }
  }
}
