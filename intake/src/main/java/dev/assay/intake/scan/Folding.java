package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.tree.SourceText;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Joins texts that a program writes in pieces: `"cu" + "rl"`, `a + b` with names that hold texts,
/// `"".join([…])`, reversed texts, `c""url` and `$a$b` in a shell. The line numbers do not change.
final class Folding {
  private static final Regex HELD =
      new Regex(
          "^\\s*(?:const\\s+|let\\s+|var\\s+|local\\s+|export\\s+|readonly\\s+)?([A-Za-z_][A-Za-z0-9_]*)(\\s*=\\s*)(?:\"([^\"\\\\$]*)\"|'([^'\\\\]*)'|([A-Za-z0-9_./:-]+))\\s*;?\\s*$");
  private static final Regex REVERSED =
      new Regex("(?:\"([^\"\\\\]+)\"|'([^'\\\\]+)')\\s*\\[::-1\\]");
  private static final Regex JOINED =
      new Regex("(?:\"\"|'')\\.join\\(\\s*[\\[(]([^\\[\\]()]+)[\\])]\\s*\\)");
  private static final Regex SHELL = new Regex("\\$\\{?([A-Za-z_][A-Za-z0-9_]*)\\}?");
  private static final Regex EMPTY = new Regex("([a-z])(?:\"\"|'')([a-z])");
  private static final int LONGEST = 20_000;
  private static final int LONGEST_HELD = 1_000;

  private final Map<String, String> held = new HashMap<>();

  private Folding() {}

  /// Returns the text with joined pieces; empty if it has none.
  static Optional<SourceText> of(SourceText source) {
    String text = source.text();
    boolean pieces =
        text.contains("+")
            || text.contains(".join(")
            || text.contains("[::-1]")
            || text.contains("\"\"")
            || text.contains("''")
            || text.indexOf('$') >= 0;
    return pieces ? new Folding().fold(source) : Optional.empty();
  }

  private Optional<SourceText> fold(SourceText source) {
    StringBuilder folded = new StringBuilder(source.text().length());
    boolean changed = false;
    for (int number = 1; number <= source.lines(); number++) {
      int start = source.start(number);
      String line = source.line(number);
      int end = number == source.lines() ? source.text().length() : source.start(number + 1);
      boolean room = folded.length() < start + LONGEST * 4 && line.length() <= LONGEST;
      String put = room ? line(line) : line;
      changed |= !put.equals(line);
      folded.append(put).append(source.text(), start + line.length(), end);
    }
    return changed
        ? Optional.of(new SourceText(source.path(), folded.toString()))
        : Optional.empty();
  }

  private String line(String line) {
    String put = line;
    if (put.contains("[::-1]")) {
      put = replace(REVERSED, put, found -> quote(reverse(first(found, 1, 2))));
    }
    if (put.contains(".join(")) {
      put =
          replace(
              JOINED,
              put,
              found -> elements(found.group(1)).map(Folding::quote).orElse(found.group()));
    }
    if (put.indexOf('+') >= 0
        && (put.indexOf('"') >= 0 || put.indexOf('\'') >= 0 || !held.isEmpty())) {
      put = new Sum(put, held).folded();
    }
    if (put.contains("\"\"") || put.contains("''")) {
      put = replace(EMPTY, put, found -> found.group(1) + found.group(2));
    }
    if (put.indexOf('$') >= 0 && !held.isEmpty()) {
      put = replace(SHELL, put, found -> held.getOrDefault("$" + found.group(1), found.group()));
    }
    if (put.length() > LONGEST) {
      return line;
    }
    remember(put);
    return put;
  }

  /// Records the text that a line assigns to a name; a later assignment replaces it. A value
  /// without quotes, or a sign without spaces around it, counts as shell.
  private void remember(String line) {
    if (!maySet(line)) {
      if (!held.isEmpty()) {
        forgetLater(line);
      }
      return;
    }
    if (!mayHold(line)) {
      forget(nameOf(line));
      return;
    }
    Matcher set = HELD.matcher(line);
    if (!set.find()) {
      forget(nameOf(line));
    } else {
      String value = first(set, 3, 5);
      boolean shell = set.group(2).length() == 1;
      boolean quoted = set.group(5) == null;
      forget(set.group(1));
      if (value.length() > LONGEST_HELD) {
        return;
      }
      if (quoted) {
        held.put(set.group(1), value);
      }
      if (shell) {
        held.put("$" + set.group(1), value);
      }
    }
  }

  /// Forgets the names that a shell sets after the first command of a line. Their values are
  /// unknown.
  private void forgetLater(String line) {
    for (int sign = line.indexOf('='); sign > 0; sign = line.indexOf('=', sign + 1)) {
      int end = line.charAt(sign - 1) == '+' ? sign - 1 : sign;
      int start = end;
      while (start > 0 && Character.isJavaIdentifierPart(line.charAt(start - 1))) {
        start--;
      }
      String before =
          start < end ? line.substring(Math.max(0, start - 8), start).stripTrailing() : "";
      if (before.endsWith(";")
          || before.endsWith("&&")
          || before.endsWith("||")
          || before.endsWith(" do")
          || before.endsWith(" then")) {
        forget(line.substring(start, end));
      }
    }
  }

  private void forget(String name) {
    held.remove(name);
    held.remove("$" + name);
  }

  /// Returns the last word before the sign.
  private static String nameOf(String line) {
    int end = signOf(line);
    while (end > 0 && line.charAt(end - 1) <= ' ') {
      end--;
    }
    int start = end;
    while (start > 0 && line.charAt(start - 1) > ' ') {
      start--;
    }
    return line.substring(start, end);
  }

  /// Returns the offset of the assignment sign; -1 for a comparison.
  private static int signOf(String line) {
    int sign = line.indexOf('=');
    boolean compares = sign >= 0 && sign + 1 < line.length() && line.charAt(sign + 1) == '=';
    boolean adds = sign > 0 && line.charAt(sign - 1) == '+';
    return compares ? -1 : adds ? sign - 1 : sign;
  }

  /// Returns whether there are only words before the sign. This check is much faster than the
  /// pattern.
  private static boolean maySet(String line) {
    int sign = signOf(line);
    for (int at = 0; at < sign; at++) {
      char c = line.charAt(at);
      if (c > ' ' && c != '_' && (c >= 128 || !Character.isLetterOrDigit(c))) {
        return false;
      }
    }
    return sign > 0;
  }

  /// Returns whether the value may be a single string or word, judged by its first and last
  /// characters.
  private static boolean mayHold(String line) {
    int from = line.indexOf('=') + 1;
    int to = line.length();
    while (to > from && (line.charAt(to - 1) <= ' ' || line.charAt(to - 1) == ';')) {
      to--;
    }
    while (from < to && line.charAt(from) <= ' ') {
      from++;
    }
    if (from == to) {
      return false;
    }
    char first = line.charAt(from);
    if (first == '"' || first == '\'') {
      return line.indexOf(first, from + 1) == to - 1;
    }
    return line.indexOf('(', from) < 0 && line.indexOf(' ', from, to) < 0;
  }

  /// Joins the texts of a list; empty if an element is unknown.
  private Optional<String> elements(String list) {
    StringBuilder all = new StringBuilder();
    for (String element : list.split(",", -1)) {
      String each = element.strip();
      if (each.isEmpty()) {
        continue;
      }
      if (isText(each)) {
        all.append(each, 1, each.length() - 1);
      } else if (held.containsKey(each) && all.length() <= LONGEST) {
        all.append(held.get(each));
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(all.toString());
  }

  private static boolean isText(String each) {
    char quote = each.charAt(0);
    return each.length() >= 2
        && (quote == '"' || quote == '\'')
        && each.indexOf(quote, 1) == each.length() - 1;
  }

  static String quote(String text) {
    return text.indexOf('"') < 0 ? '"' + text + '"' : '\'' + text + '\'';
  }

  private static String reverse(String text) {
    return new StringBuilder(text).reverse().toString();
  }

  private static String first(Matcher found, int from, int to) {
    for (int group = from; group <= to; group++) {
      if (found.group(group) != null) {
        return found.group(group);
      }
    }
    return "";
  }

  private interface Replacement {
    String of(Matcher found);
  }

  private static String replace(Regex regex, String line, Replacement replacement) {
    Matcher found = regex.matcher(line);
    StringBuilder put = new StringBuilder();
    int last = 0;
    while (found.find()) {
      put.append(line, last, found.start()).append(replacement.of(found));
      last = found.end();
    }
    return last == 0 ? line : put.append(line, last, line.length()).toString();
  }
}
