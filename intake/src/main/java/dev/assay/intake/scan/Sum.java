package dev.assay.intake.scan;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Joins the strings of sums in one line: `"cu" + "rl"` becomes `"curl"`. An operand is a string,
/// or a name that is known to hold one. Other operands of a sum stay as they are.
final class Sum {
  private static final int LONGEST = 20_000;

  private final String line;
  private final Map<String, String> held;
  private int at;

  Sum(String line, Map<String, String> held) {
    this.line = line;
    this.held = held;
  }

  String folded() {
    StringBuilder put = new StringBuilder(line.length());
    while (at < line.length()) {
      int start = at;
      String first = operand();
      if (first == null) {
        skip(put);
        continue;
      }
      StringBuilder sum = new StringBuilder(first);
      int end = at;
      int operands = 1;
      while (plus()) {
        String next = operand();
        if (next == null || sum.length() > LONGEST) {
          break;
        }
        sum.append(next);
        operands++;
        end = at;
      }
      at = end;
      put.append(operands > 1 ? Folding.quote(sum.toString()) : line.substring(start, end));
    }
    return put.toString();
  }

  /// Copies a whole word, or one character.
  private void skip(StringBuilder put) {
    int start = at;
    while (at < line.length() && isWord(line.charAt(at))) {
      at++;
    }
    at = at == start ? at + 1 : at;
    put.append(line, start, at);
  }

  private boolean plus() {
    int next = blanks(at);
    if (next < line.length() && line.charAt(next) == '+' && !line.startsWith("+=", next)) {
      at = blanks(next + 1);
      return true;
    }
    return false;
  }

  private int blanks(int from) {
    int next = from;
    while (next < line.length() && line.charAt(next) == ' ') {
      next++;
    }
    return next;
  }

  /// Reads an operand and returns its text. Returns null and stays in place if there is none.
  private @Nullable String operand() {
    if (at >= line.length()) {
      return null;
    }
    char c = line.charAt(at);
    if (c == '"' || c == '\'') {
      int close = line.indexOf(c, at + 1);
      if (close < 0 || line.substring(at, close).indexOf('\\') >= 0) {
        return null;
      }
      String text = line.substring(at + 1, close);
      at = close + 1;
      return text;
    }
    int end = at;
    while (end < line.length() && isWord(line.charAt(end))) {
      end++;
    }
    boolean part = end < line.length() && (line.charAt(end) == '(' || line.charAt(end) == '.');
    boolean member = at > 0 && line.charAt(at - 1) == '.';
    String value = end == at || part || member ? null : held.get(line.substring(at, end));
    at = value == null ? at : end;
    return value;
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
