package dev.assay.intake.scan;

import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Splits a text into the statements of its code. Lines are joined while a bracket is open or a
/// backslash ends them, and comments are left out. In Markdown each code block is a separate unit.
final class Statements {
  private static final Set<String> SCRIPTS =
      Set.of(
          ".py", ".sh", ".bash", ".zsh", ".js", ".mjs", ".cjs", ".ts", ".ps1", ".rb", ".pl", ".svg",
          ".html", ".go", ".php", ".lua", ".tsx", ".jsx", ".fish", ".bat", ".cmd", ".psm1",
          ".swift");
  private static final int MAX_JOINED = 40;
  private static final int MAX_UNITS = 200;

  private Statements() {}

  record Statement(String text, int line) {}

  record Unit(List<Statement> statements) {}

  static List<Unit> of(SourceText source) {
    if (source.extension().equals(".md")) {
      return blocks(source);
    }
    boolean script =
        SCRIPTS.contains(source.extension())
            || source.extension().isEmpty()
            || source.text().startsWith("#!");
    return script ? List.of(unit(source, 1, source.lines())) : List.of();
  }

  private static List<Unit> blocks(SourceText source) {
    List<Unit> units = new ArrayList<>();
    int start = 0;
    for (int line = 1; line <= source.lines() && units.size() < MAX_UNITS; line++) {
      if (source.line(line).strip().startsWith("```")) {
        if (start > 0) {
          units.add(unit(source, start, line - 1));
          start = 0;
        } else {
          start = line + 1;
        }
      }
    }
    return units;
  }

  private static Unit unit(SourceText source, int from, int to) {
    List<Statement> statements = new ArrayList<>();
    StringBuilder joined = new StringBuilder();
    int first = from;
    int open = 0;
    boolean table = false;
    for (int line = from; line <= to; line++) {
      String text = source.line(line);
      String start = text.stripLeading();
      if (start.startsWith("#") || start.startsWith("//") || start.startsWith("* ")) {
        continue;
      }
      if (joined.isEmpty()) {
        first = line;
        table = false;
      }
      table |= opensTable(text);
      boolean goesOn = text.endsWith("\\");
      joined.append(goesOn ? text.substring(0, text.length() - 1) : text).append(' ');
      open = Math.max(0, open + balance(text, table));
      if ((open == 0 && !goesOn) || line - first >= MAX_JOINED) {
        add(joined, first, statements);
        open = 0;
      }
    }
    add(joined, first, statements);
    return new Unit(statements);
  }

  private static void add(StringBuilder joined, int line, List<Statement> statements) {
    String text = joined.toString().strip();
    if (!text.isEmpty()) {
      statements.add(new Statement(text, line));
    }
    joined.setLength(0);
  }

  /// Returns whether a brace opens a table of values. Other braces open the bodies of functions,
  /// which are not one statement.
  private static boolean opensTable(String text) {
    String end = text.stripTrailing();
    return end.endsWith("= {") || end.endsWith("({");
  }

  private static int balance(String text, boolean braces) {
    int balance = 0;
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '(', '[' -> balance++;
        case ')', ']' -> balance--;
        case '{' -> balance += braces ? 1 : 0;
        case '}' -> balance -= braces ? 1 : 0;
        default -> {}
      }
    }
    return balance;
  }
}
