package dev.assay.web.console.chat;

import dev.assay.conversation.Turn;
import dev.assay.conversation.TurnSummary;
import dev.assay.skill.Visible;
import dev.assay.web.console.Amounts;
import dev.assay.web.files.MarkdownHtml;
import java.util.List;
import java.util.Locale;

/// A turn as a page shows it.
public record TurnView(Turn turn, TurnSummary summary) {
  private static final int SHORT = 80;

  /// A part of an answer: text, or the use of a tool.
  ///
  /// @param html the text as harmless HTML
  public record PieceView(
      String html, String tool, String brief, String arguments, String result, boolean failed) {
    public boolean isTool() {
      return !tool.isEmpty();
    }
  }

  public String message() {
    return Visible.text(turn.message());
  }

  public List<PieceView> pieces() {
    return summary.pieces().stream()
        .map(
            piece ->
                switch (piece) {
                  case TurnSummary.Piece.Said(String text) ->
                      new PieceView(MarkdownHtml.html(Visible.text(text)), "", "", "", "", false);
                  case TurnSummary.Piece.Used used ->
                      new PieceView(
                          "",
                          Visible.line(used.tool(), SHORT),
                          Visible.line(used.arguments(), SHORT),
                          Visible.text(used.arguments()),
                          used.result().map(Visible::text).orElse("No answer."),
                          used.failed());
                })
        .toList();
  }

  /// Describes the end of the turn, unless it ended as expected.
  public String ending() {
    return switch (turn.state()) {
      case RUNNING, ANSWERED -> "";
      case CANCELLED -> "Stopped.";
      case FAILED, OUT_OF_BUDGET, LOST ->
          summary.problem().map(TurnSummary.Problem::message).orElse("It was not answered.");
    };
  }

  public String spent() {
    StringBuilder words = new StringBuilder();
    if (turn.answerer().rehearsal()) {
      words.append("rehearsal, without a model");
    } else {
      words.append(Visible.line(turn.answerer().model(), SHORT));
      long tokens = turn.spending().usage().total();
      if (tokens > 0) {
        words.append(String.format(Locale.ROOT, " · %,d tokens", tokens));
      }
      if (turn.spending().cost().signum() > 0) {
        words.append(" · ").append(turn.spending().cost().stripTrailingZeros().toPlainString());
      }
    }
    turn.ended()
        .ifPresent(
            end ->
                words
                    .append(" · ")
                    .append(Amounts.took(java.time.Duration.between(turn.began(), end))));
    return words.toString();
  }
}
