package dev.assay.web.console.project;

import dev.assay.agentservice.AgentTurn;
import dev.assay.agentservice.Card;
import dev.assay.skill.Visible;
import dev.assay.web.files.MarkdownHtml;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/// A message to an agent and everything that followed from it. All of its text is untrusted.
///
/// @param runs the runs that calls began, by the id of the call
public record ExchangeView(AgentTurn turn, List<Card> cards, Map<String, UUID> runs) {
  private static final int SHORT = 100;
  private static final int LONG = 32 << 10;

  /// A text of the model and the calls that it made with it.
  ///
  /// @param html the text as harmless HTML
  public record Reply(String model, String html, List<CallView> calls) {}

  /// A card and the card that caused it.
  ///
  /// @param from the number of the causing card; empty if there is none
  public record Edge(Card card, String type, String author, String what, String from) {}

  public String id() {
    return turn.id().toString();
  }

  public String message() {
    return cards.stream()
        .filter(card -> card.type() == Card.Type.USER_MESSAGE)
        .map(card -> Visible.text(card.content().path("text").asString(""), LONG))
        .findFirst()
        .orElse("");
  }

  public String sender() {
    return Visible.line(turn.sender(), SHORT);
  }

  public List<Reply> replies() {
    List<Reply> all = new ArrayList<>();
    for (Card card : cards) {
      if (card.type() == Card.Type.AGENT_REPLY) {
        all.add(
            new Reply(
                Visible.line(card.author(), SHORT),
                html(card.content().path("text").asString("")),
                calls(card.id())));
      }
    }
    return all;
  }

  private List<CallView> calls(UUID reply) {
    return cards.stream()
        .filter(card -> card.type() == Card.Type.TOOL_CALL)
        .filter(card -> card.parent().filter(reply::equals).isPresent())
        .map(
            call ->
                new CallView(
                    call,
                    cards.stream()
                        .filter(card -> card.type() != Card.Type.TOOL_CALL)
                        .filter(card -> card.callId().equals(call.callId()))
                        .toList(),
                    call.callId().map(runs::get)))
        .toList();
  }

  public String state() {
    return turn.state().word();
  }

  public String colour() {
    return switch (turn.state()) {
      case SUCCEEDED -> "green";
      case FAILED -> "red";
      case CANCELED -> "secondary";
      case QUEUED, RUNNING -> "blue";
    };
  }

  public boolean isOver() {
    return turn.state().isFinal();
  }

  /// Returns the agent's result as harmless HTML.
  public String result() {
    return turn.result().map(ExchangeView::html).orElse("");
  }

  public String error() {
    return turn.error().map(text -> Visible.folded(text, 400)).orElse("");
  }

  public boolean isRehearsal() {
    return turn.rehearsal().orElse(false);
  }

  public List<Edge> edges() {
    Map<UUID, Integer> numbers = cards.stream().collect(Collectors.toMap(Card::id, Card::number));
    return cards.stream()
        .map(
            card ->
                new Edge(
                    card,
                    card.type().word().replace('_', ' '),
                    Visible.line(card.author(), SHORT),
                    Visible.line(what(card), SHORT),
                    card.parent()
                        .map(numbers::get)
                        .map(number -> Integer.toString(number))
                        .orElse("")))
        .toList();
  }

  public Optional<UUID> run(Card card) {
    return card.callId().map(runs::get);
  }

  private static String what(Card card) {
    return switch (card.type()) {
      case TOOL_CALL -> card.content().path("tool").asString("");
      case TOOL_RESULT, AGENT_RESULT -> card.content().path("status").asString("");
      case RETRY_JUDGEMENT -> card.content().path("action").asString("");
      case USER_MESSAGE, AGENT_REPLY, TOOL_PROGRESS -> "";
    };
  }

  private static String html(String text) {
    return MarkdownHtml.html(Visible.text(text, LONG));
  }
}
