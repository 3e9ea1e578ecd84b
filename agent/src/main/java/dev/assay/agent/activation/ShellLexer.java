package dev.assay.agent.activation;

import dev.assay.agent.activation.Token.HereText;
import dev.assay.agent.activation.Token.Literal;
import dev.assay.agent.activation.Token.Operator;
import dev.assay.agent.activation.Token.Piece;
import dev.assay.agent.activation.Token.Substitution;
import dev.assay.agent.activation.Token.Word;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// Cuts a shell line into words and operators. It never fails: an open quote or bracket ends with
/// the line.
final class ShellLexer {
  private static final List<String> OPERATORS =
      List.of(
          "<<<", "<<-", "&>>", "&&", "||", ";;", "<<", ">>", ">&", "<&", "&>", ">|", "|&", ";", "|",
          "&", "(", ")", "<", ">");

  private final String source;
  private final List<Token> tokens = new ArrayList<>();
  private final Deque<Awaited> awaitedHereTexts = new ArrayDeque<>();
  private int at;

  /// A here-document that is still to come. Its text takes the place of its mark.
  private record Awaited(int index, String mark) {}

  private ShellLexer(String source) {
    this.source = source;
  }

  static List<Token> tokens(String source) {
    ShellLexer lexer = new ShellLexer(source);
    while (lexer.at < source.length()) {
      lexer.next();
    }
    return lexer.tokens;
  }

  private void next() {
    char here = source.charAt(at);
    if (here == '\n') {
      at++;
      tokens.add(new Operator("\n"));
      hereTexts();
    } else if (here == ' ' || here == '\t' || here == '\r') {
      at++;
    } else if (source.startsWith("\\\n", at)) {
      at += 2;
    } else if (here == '#') {
      at = lineEnd(at);
    } else if (here == '<' && source.startsWith("<(", at)) {
      word();
    } else if (isRedirectNumber()) {
      at++;
    } else {
      operatorOrWord();
    }
  }

  private void operatorOrWord() {
    for (String operator : OPERATORS) {
      if (source.startsWith(operator, at)) {
        at += operator.length();
        tokens.add(new Operator(operator));
        return;
      }
    }
    word();
  }

  /// Says whether a number belongs to a redirection, as the `2` in `2>errors`.
  private boolean isRedirectNumber() {
    int end = at;
    while (end < source.length() && Character.isDigit(source.charAt(end))) {
      end++;
    }
    boolean begins = at == 0 || " \t\n;|&(".indexOf(source.charAt(at - 1)) >= 0;
    boolean redirects = end < source.length() && "<>".indexOf(source.charAt(end)) >= 0;
    return begins && end == at + 1 && redirects;
  }

  private void word() {
    PieceReader reader = new PieceReader(source, at);
    List<Piece> pieces = reader.word();
    at = Math.max(reader.end(), at + 1);
    Word word = new Word(pieces);
    if (!tokens.isEmpty()
        && tokens.getLast() instanceof Operator operator
        && (operator.text().equals("<<") || operator.text().equals("<<-"))) {
      awaitedHereTexts.add(new Awaited(tokens.size(), text(word)));
    }
    tokens.add(word);
  }

  private void hereTexts() {
    while (!awaitedHereTexts.isEmpty()) {
      Awaited awaited = awaitedHereTexts.remove();
      StringBuilder text = new StringBuilder();
      while (at < source.length()) {
        int end = lineEnd(at);
        String line = source.substring(at, end);
        at = Math.min(end + 1, source.length());
        if (line.strip().equals(awaited.mark())) {
          break;
        }
        text.append(line).append('\n');
      }
      tokens.set(awaited.index(), new HereText(text.toString()));
    }
  }

  private int lineEnd(int from) {
    int end = source.indexOf('\n', from);
    return end < 0 ? source.length() : end;
  }

  private static String text(Word word) {
    StringBuilder text = new StringBuilder();
    for (Piece piece : word.pieces()) {
      switch (piece) {
        case Literal literal -> text.append(literal.text());
        case Substitution _, Token.Variable _, Token.Unknown _ -> text.append('?');
      }
    }
    return text.toString();
  }
}
