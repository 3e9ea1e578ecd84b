package dev.assay.cli.chat;

import dev.assay.cli.check.Colours;
import dev.assay.skill.Visible;
import java.io.PrintWriter;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Prints a turn on a terminal as it happens. The output of models, tools and skills is printed as
/// plain text: it cannot move the cursor, change colours or hide text.
final class TurnPrinter {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST_CALL = 160;
  private static final int LONGEST_MESSAGE = 2000;
  private static final int RESULT_LINES = 6;

  private final PrintWriter out;
  private final Colours paint;
  private String held = "";
  private boolean midLine;
  private String state = "";

  TurnPrinter(PrintWriter out, Colours paint) {
    this.out = out;
    this.paint = paint;
  }

  /// The final state of the turn; empty while it is running.
  String state() {
    return state;
  }

  void print(String kind, String json) {
    JsonNode body = JSON.readTree(json);
    switch (kind) {
      case "text" -> {
        if (body.path("restart").asBoolean(false)) {
          line("(the model begins again)");
        }
        text(body.path("text").asString(""));
      }
      case "tool_call" ->
          line(
              "> "
                  + Visible.line(body.path("tool").asString(""), 60)
                  + " "
                  + Visible.line(body.path("arguments").asString(""), LONGEST_CALL));
      case "tool_result" -> result(body);
      case "todos" -> body.path("todos").forEach(this::todo);
      case "notice" -> line("! " + Visible.folded(body.path("text").asString(""), LONGEST_MESSAGE));
      case "files" ->
          body.path("files")
              .forEach(
                  file ->
                      line(
                          "+ %s (%,d bytes)"
                              .formatted(
                                  Visible.line(file.path("container_path").asString(""), 200),
                                  file.path("size").asLong(0))));
      case "error" ->
          line("error: " + Visible.folded(body.path("message").asString(""), LONGEST_MESSAGE));
      case "done" -> done(body);
      default -> {}
    }
    out.flush();
  }

  /// Prints a piece of an answer. A piece may end anywhere.
  private void text(String piece) {
    String whole = held + piece;
    boolean cut = !whole.isEmpty() && Character.isHighSurrogate(whole.charAt(whole.length() - 1));
    held = cut ? whole.substring(whole.length() - 1) : "";
    String shown = cut ? whole.substring(0, whole.length() - 1) : whole;
    List<String> lines = List.of(shown.split("\n", -1));
    for (int i = 0; i < lines.size(); i++) {
      if (i > 0) {
        out.println();
        midLine = false;
      }
      String line = Visible.line(lines.get(i).replace("\r", ""));
      out.print(line);
      midLine |= !line.isEmpty();
    }
  }

  private void result(JsonNode body) {
    List<String> lines = body.path("text").asString("").lines().toList();
    lines.stream()
        .limit(RESULT_LINES)
        .forEach(each -> line("  " + Visible.line(each, LONGEST_CALL)));
    if (lines.size() > RESULT_LINES) {
      line("  … " + (lines.size() - RESULT_LINES) + " more lines");
    }
  }

  private void todo(JsonNode todo) {
    String mark =
        switch (todo.path("status").asString("")) {
          case "completed" -> "[x] ";
          case "in_progress" -> "[>] ";
          default -> "[ ] ";
        };
    line(mark + Visible.line(todo.path("content").asString(""), LONGEST_CALL));
  }

  private void done(JsonNode body) {
    endLine();
    state = body.path("state").asString("");
    if (state.equals("cancelled")) {
      line("(stopped)");
    }
    for (JsonNode skill : body.path("skills")) {
      line(
          "used: %s v%d"
              .formatted(
                  Visible.line(skill.path("name").asString("")), skill.path("version").asInt()));
    }
  }

  /// Prints a separate line beside the answer.
  private void line(String words) {
    endLine();
    out.println(paint.faint(words));
  }

  private void endLine() {
    if (midLine) {
      out.println();
      midLine = false;
    }
  }
}
