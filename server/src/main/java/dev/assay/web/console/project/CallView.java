package dev.assay.web.console.project;

import dev.assay.agentservice.Card;
import dev.assay.skill.Visible;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A tool call of an agent with its results so far.
///
/// @param about all other cards of the same call: progress, a judgement, the result
/// @param run the run that the call began
public record CallView(Card call, List<Card> about, Optional<UUID> run) {
  private static final int SHORT = 100;
  private static final int LONG = 8 << 10;
  private static final int MOST_FILES = 50;

  public String tool() {
    return Visible.line(call.content().path("tool").asString(""), SHORT);
  }

  /// Returns the arguments or the command in one line.
  public String brief() {
    JsonNode arguments = call.content().path("arguments");
    String command = arguments.path("command").asString("");
    return Visible.folded(command.isEmpty() ? arguments.toString() : command, SHORT);
  }

  public String arguments() {
    return pretty(call.content().path("arguments"));
  }

  public String state() {
    return result()
        .map(card -> Visible.line(card.content().path("status").asString(""), SHORT))
        .orElse("running");
  }

  public String colour() {
    return result().isEmpty() ? "blue" : state().equals("success") ? "green" : "red";
  }

  public boolean isOver() {
    return result().isPresent();
  }

  public String stdout() {
    return printed("stdout");
  }

  public String stderr() {
    return printed("stderr");
  }

  /// Returns the result without its printed output.
  public String rest() {
    return result()
        .map(card -> card.content().path("result").deepCopy())
        .map(
            result -> {
              if (result instanceof ObjectNode fields) {
                fields.remove(List.of("stdout", "stderr"));
              }
              return pretty(result);
            })
        .orElse("");
  }

  /// Returns the files that the call made.
  public List<MadeFile> files() {
    return result().stream()
        .flatMap(card -> card.content().path("result").path("created_artifacts").valueStream())
        .flatMap(each -> MadeFile.of(each).stream())
        .limit(MOST_FILES)
        .toList();
  }

  /// An artifact of a call, as the result names it.
  public record MadeFile(UUID artifact, String name) {
    private static Optional<MadeFile> of(JsonNode node) {
      try {
        UUID artifact = UUID.fromString(node.path("artifact_id").asString(""));
        return Optional.of(
            new MadeFile(artifact, Visible.line(node.path("filename").asString("a file"), SHORT)));
      } catch (IllegalArgumentException e) {
        return Optional.empty(); // a project's own tool may give any answer
      }
    }
  }

  /// Returns the retry judge's opinion of a failure.
  public String judgement() {
    return find(Card.Type.RETRY_JUDGEMENT)
        .map(
            card ->
                Visible.folded(
                    card.content().path("reason").asString("")
                        + " "
                        + card.content().path("hint").asString(""),
                    400))
        .orElse("");
  }

  private String printed(String stream) {
    String text =
        result().map(card -> card.content().path("result").path(stream).asString("")).orElse("");
    return Visible.text(text, LONG);
  }

  private Optional<Card> result() {
    return find(Card.Type.TOOL_RESULT);
  }

  private Optional<Card> find(Card.Type type) {
    return about.stream().filter(card -> card.type() == type).findFirst();
  }

  private static String pretty(JsonNode node) {
    return Visible.text(node.toPrettyString(), LONG);
  }
}
