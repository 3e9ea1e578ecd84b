package dev.assay.agent.activation;

import dev.assay.agent.activation.Token.Literal;
import dev.assay.agent.activation.Token.Piece;
import dev.assay.agent.activation.Token.Substitution;
import dev.assay.agent.activation.Token.Unknown;
import dev.assay.agent.activation.Token.Variable;
import java.util.ArrayList;
import java.util.List;

/// Reads one word of a shell line.
final class PieceReader {
  private final String source;
  private final List<Piece> pieces = new ArrayList<>();
  private final StringBuilder plain = new StringBuilder();
  private int at;

  PieceReader(String source, int at) {
    this.source = source;
    this.at = at;
  }

  /// The index of the word's end.
  int end() {
    return at;
  }

  List<Piece> word() {
    while (at < source.length()) {
      char here = source.charAt(at);
      if (here == '<' && source.startsWith("<(", at)) {
        at++;
        substitution();
      } else if (" \t\r\n;|&()<>".indexOf(here) >= 0) {
        break;
      } else if (here == '\\') {
        escaped();
      } else if (here == '\'') {
        literal(until('\''), true);
      } else if (here == '"') {
        doubleQuoted();
      } else if (here == '$' || here == '`') {
        dollar();
      } else {
        plain.append(here);
        at++;
      }
    }
    flush();
    return pieces;
  }

  private void escaped() {
    at++;
    if (at < source.length() && source.charAt(at) != '\n') {
      literal(source.substring(at, at + 1), true);
    }
    at++;
  }

  private void doubleQuoted() {
    at++;
    StringBuilder quoted = new StringBuilder();
    while (at < source.length() && source.charAt(at) != '"') {
      char here = source.charAt(at);
      if (here == '\\'
          && at + 1 < source.length()
          && "$`\"\\\n".indexOf(source.charAt(at + 1)) >= 0) {
        quoted.append(source.charAt(at + 1));
        at += 2;
      } else if (here == '$' || here == '`') {
        literal(quoted.toString(), true);
        quoted.setLength(0);
        dollar();
      } else {
        quoted.append(here);
        at++;
      }
    }
    at++;
    literal(quoted.toString(), true);
  }

  private void dollar() {
    flush();
    if (source.charAt(at) == '`') {
      pieces.add(new Substitution(until('`')));
    } else if (source.startsWith("$((", at)) {
      at++;
      balanced('(', ')');
      pieces.add(new Unknown());
    } else if (source.startsWith("$(", at)) {
      at++;
      substitution();
    } else if (source.startsWith("${", at)) {
      at++;
      braced(balanced('{', '}'));
    } else if (source.startsWith("$'", at)) {
      at++;
      literal(until('\''), true);
    } else {
      named();
    }
  }

  private void substitution() {
    flush();
    pieces.add(new Substitution(balanced('(', ')')));
  }

  private void named() {
    at++;
    int start = at;
    while (at < source.length() && isNamePart(source.charAt(at))) {
      at++;
    }
    if (at > start) {
      pieces.add(new Variable(source.substring(start, at), ""));
    } else if (at < source.length() && "@*#?-$!".indexOf(source.charAt(at)) >= 0) {
      at++;
      pieces.add(new Unknown());
    } else {
      plain.append('$');
    }
  }

  /// Reads `${name}` and `${name:-other}`. Any other form is an unknown value.
  private void braced(String inside) {
    int end = 0;
    while (end < inside.length() && isNamePart(inside.charAt(end))) {
      end++;
    }
    String name = inside.substring(0, end);
    String rest = inside.substring(end);
    if (!name.isEmpty() && (rest.isEmpty() || rest.startsWith(":-") || rest.startsWith("-"))) {
      pieces.add(new Variable(name, rest.replaceFirst("^:?-", "")));
    } else {
      pieces.add(new Unknown());
    }
  }

  private static boolean isNamePart(char letter) {
    return letter == '_' || Character.isLetterOrDigit(letter);
  }

  /// Reads from the quote here to the next one.
  private String until(char quote) {
    flush();
    int close = source.indexOf(quote, at + 1);
    int end = close < 0 ? source.length() : close;
    String inside = source.substring(at + 1, end);
    at = end + 1;
    return inside;
  }

  /// Reads from the bracket here to the one that closes it; quotes inside are respected.
  private String balanced(char open, char close) {
    int start = at + 1;
    int depth = 0;
    char quote = 0;
    while (at < source.length()) {
      char here = source.charAt(at);
      if (quote != 0) {
        quote = here == quote ? 0 : quote;
      } else if (here == '\'' || here == '"') {
        quote = here;
      } else if (here == open) {
        depth++;
      } else if (here == close && --depth == 0) {
        at++;
        return source.substring(start, at - 1);
      }
      at++;
    }
    return source.substring(Math.min(start, source.length()));
  }

  private void literal(String text, boolean quoted) {
    flush();
    pieces.add(new Literal(text, quoted));
  }

  private void flush() {
    if (!plain.isEmpty()) {
      pieces.add(new Literal(plain.toString(), false));
      plain.setLength(0);
    }
  }
}
