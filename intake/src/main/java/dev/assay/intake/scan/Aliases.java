package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.List;

/// Replaces a variable that holds the environment, as in `const e = process.env`, where it stands
/// for the whole environment. A single variable, as in `e.HOME`, is left as it is.
final class Aliases {
  private static final String ENVIRONMENT = "process.env";
  private static final Regex ALIAS =
      new Regex(
          "(?m)(?:const|let|var)\\s+(?:[^;\\n]*,\\s*)?([A-Za-z_$][\\w$]*)\\s*=\\s*process\\.env\\s*(?:[;,]|$)");

  private Aliases() {}

  static List<Statements.Unit> replaced(SourceText source, List<Statements.Unit> units) {
    if (units.isEmpty() || !source.text().contains(ENVIRONMENT)) {
      return units;
    }
    Matcher alias = ALIAS.matcher(source.text());
    if (!alias.find()) {
      return units;
    }
    String name = alias.group(1);
    Work.spend(4L * source.text().length());
    return units.stream()
        .map(
            unit ->
                new Statements.Unit(
                    unit.statements().stream()
                        .map(
                            each -> new Statements.Statement(whole(each.text(), name), each.line()))
                        .toList()))
        .toList();
  }

  /// Returns the statement with the name replaced where it stands alone.
  private static String whole(String text, String name) {
    int at = text.indexOf(name);
    if (at < 0) {
      return text;
    }
    StringBuilder result = new StringBuilder();
    int from = 0;
    while (at >= 0) {
      int end = at + name.length();
      if (isAlone(text, at, end)) {
        result.append(text, from, at).append(ENVIRONMENT);
        from = end;
      }
      at = text.indexOf(name, end);
    }
    return result.append(text, from, text.length()).toString();
  }

  private static boolean isAlone(String text, int from, int to) {
    char before = from == 0 ? ' ' : text.charAt(from - 1);
    char after = to == text.length() ? ' ' : text.charAt(to);
    boolean named = Character.isJavaIdentifierPart(before) || Character.isJavaIdentifierPart(after);
    return !named
        && before != '.'
        && (after == ')' || after == ',' || after == '}' || before == '(')
        && after != '.'
        && after != '[';
  }
}
