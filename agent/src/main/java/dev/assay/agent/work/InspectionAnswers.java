package dev.assay.agent.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads a model's findings in a skill. A quotation must stand in the skill.
public final class InspectionAnswers {
  public static final String SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["reading", "findings"], "properties": {
        "reading": {"type": "string", "minLength": 1, "maxLength": 2000},
        "findings": {"type": "array", "maxItems": 20, "items": {
          "type": "object", "additionalProperties": false, "required": ["piece", "quote", "kind", "why"], "properties": {
            "piece": {"type": "integer", "minimum": 1},
            "quote": {"type": "string", "minLength": 4, "maxLength": 600},
            "kind": {"enum": ["exfiltration", "credentials", "download-and-run", "fake-prerequisite", "remote-instructions", \
      "prompt-injection", "against-user", "agent-settings", "persistence", "destruction", "privilege", "obfuscation", "mismatch", \
      "judge-manipulation"]},
            "why": {"type": "string", "minLength": 1, "maxLength": 400}}}}}}
      """;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private InspectionAnswers() {}

  /// @param kind its kind in the words of the static scan, without `scan.`
  /// @param line the line on which the quotation begins
  public record Passage(String kind, String file, int line, String quote, String why) {}

  /// @throws IllegalArgumentException if a quotation is not in its piece
  public static List<Passage> read(String json, List<SkillPortions.Piece> pieces) {
    List<Passage> found = new ArrayList<>();
    for (JsonNode each : JSON.readTree(json).path("findings")) {
      int number = each.path("piece").asInt(0);
      String quote = each.path("quote").asString("").strip();
      Place place =
          place(pieces, number, quote)
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "a quotation does not stand in piece %d as it is quoted; copy it exactly, without leaving anything out"
                              .formatted(number)));
      found.add(
          new Passage(
              each.path("kind").asString(""),
              place.file(),
              place.line(),
              quote,
              each.path("why").asString("")));
    }
    return List.copyOf(found);
  }

  private record Place(String file, int line) {}

  /// Finds a quotation in the piece that was named, or else in the first that has it, because
  /// models miscount.
  private static Optional<Place> place(List<SkillPortions.Piece> pieces, int number, String quote) {
    List<SkillPortions.Piece> inOrder = new ArrayList<>(pieces);
    if (number >= 1 && number <= pieces.size()) {
      inOrder.addFirst(pieces.get(number - 1));
    }
    return inOrder.stream()
        .flatMap(each -> line(each, quote).map(line -> new Place(each.file(), line)).stream())
        .findFirst();
  }

  /// Finds the line of a quotation. White space may differ, because models fold lines when they
  /// quote.
  private static Optional<Integer> line(SkillPortions.Piece piece, String quote) {
    String wanted = quote.replaceAll("\\s+", " ");
    StringBuilder folded = new StringBuilder(piece.text().length());
    int[] lines = new int[piece.text().length() + 1];
    int line = piece.line();
    boolean space = false;
    for (int i = 0; i < piece.text().length(); i++) {
      char c = piece.text().charAt(i);
      boolean white = " \t\n\u000B\f\r".indexOf(c) >= 0;
      if (!white || !space) {
        lines[folded.length()] = line;
        folded.append(white ? ' ' : c);
      }
      space = white;
      line += c == '\n' ? 1 : 0;
    }
    int at = wanted.isBlank() ? -1 : folded.indexOf(wanted);
    return at < 0 ? Optional.empty() : Optional.of(lines[at]);
  }
}
