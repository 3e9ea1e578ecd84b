package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.WordTable;
import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;

/// Finds the names of packages that a skill installs: in commands of package managers in any file,
/// in lists of requirements, and in programs that call an installer for a list.
final class InstalledNames {
  private static final Regex COMMAND =
      new Regex(
          "(?:^|[\\s`\"'(\\[;&|$/])(pip3?|poetry|uv|pdm|pipenv|pipx|conda|mamba|npm|pnpm|yarn|bun|gem|cargo)[\"',\\s]+(?:pip\\s+)?(?:-\\S+\\s+)*(?:install|add|i|inject)\\b((?:\\s+`|[\\s\"'])[^#;&|`\\n]*)");
  private static final WordTable INSTALLING = WordTable.of(" install", " add ", " i ", "\"install");
  private static final WordTable INSTALLS = WordTable.of("install", " add ", " i ");
  private static final Regex REQUIREMENTS =
      new Regex("(?i)(?:^|/)(?:requirements[^/]*\\.txt|constraints[^/]*\\.txt)$");
  private static final Regex GEMFILE = new Regex("^\\s*gem\\s+[\"']([a-z][a-z0-9_-]+)[\"']");
  private static final Regex QUOTED = new Regex("[\"']([a-zA-Z][a-zA-Z0-9_.-]{3,40})[\"']");
  private static final Regex WORD = new Regex("^[\"'`(\\[]*([a-zA-Z][a-zA-Z0-9_.-]*)");
  private static final Regex RUNS =
      new Regex("(?i)(?:run|popen|check_output|call|exec|spawn)\\w*\\(\\s*\\[");

  /// A program that installs a list of packages after a failed import.
  private static final Regex INSTALLS_MISSING =
      new Regex(
          "(?s)\\b(?:ImportError|ModuleNotFoundError|find_spec)\\b.*[\"']pip3?[\"']\\s*,\\s*[\"']install[\"']|[\"']pip3?[\"']\\s*,\\s*[\"']install[\"'].*\\b(?:ImportError|ModuleNotFoundError|find_spec)\\b");

  private static final int MOST_LINES = 30;
  private static final int MOST_NAMES = 50;

  /// @param registry `pip`, `npm`, `gem` or `cargo`
  record Name(String registry, String name, String file, int line) {}

  private final List<Name> names = new ArrayList<>();
  private final BiPredicate<String, String> known;

  /// @param known the test whether a registry has a well-known package of that name
  InstalledNames(BiPredicate<String, String> known) {
    this.known = known;
  }

  List<Name> in(SourceText source) {
    if (REQUIREMENTS.matcher(source.path()).find()) {
      for (int line = 1; line <= source.lines(); line++) {
        word("pip", source.line(line), source, line);
      }
    } else if (source.path().endsWith("Gemfile")) {
      for (int line = 1; line <= source.lines(); line++) {
        Matcher gem = GEMFILE.matcher(source.line(line));
        if (gem.find()) {
          add("gem", gem.group(1), source, line);
        }
      }
    } else if (INSTALLING.anyIn(source.text()) || source.text().contains("'install")) {
      commands(source);
      lists(source);
    }
    return names;
  }

  private void commands(SourceText source) {
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      if (!installs(text) || !COMMAND.mayFind(text)) {
        continue;
      }
      Matcher command = COMMAND.matcher(text);
      int at = 0;
      while (command.find(at)) {
        at = command.end();
        String registry = registry(command.group(1));
        words(registry, command.group(2), source, line);
        int next = line;
        while (source.line(next).endsWith("\\") && next - line < MOST_LINES) {
          next++;
          words(registry, source.line(next).replaceFirst("[#;&|].*", ""), source, next);
        }
      }
    }
  }

  private static boolean installs(String text) {
    return INSTALLS.anyIn(text)
        && (text.contains("install") || text.contains(" add ") || text.contains(" i "));
  }

  /// Reads lists of packages in programs that run pip. A list counts if one of its strings is a
  /// well-known package.
  private void lists(SourceText source) {
    if (!source.text().contains("pip") || source.extension().equals(".md")) {
      return;
    }
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      if (!hasTwoTexts(text)) {
        continue;
      }
      Matcher quoted = QUOTED.matcher(text);
      List<String> found = new ArrayList<>();
      while (found.size() < MOST_NAMES && quoted.find()) {
        found.add(quoted.group(1).toLowerCase(Locale.ROOT));
      }
      if (found.size() > 1
          && !isOtherCommand(source.line(line))
          && found.stream().anyMatch(each -> known.test("pip", each))
          && (!namesBoth(found) || INSTALLS_MISSING.finds(source.text()))) {
        for (String each : found) {
          add("pip", each, source, line);
        }
      }
    }
  }

  /// Returns whether the strings are arguments of a command that installs nothing.
  private static boolean isOtherCommand(String line) {
    return !line.contains("install") && RUNS.finds(line);
  }

  /// Returns whether a line has four quotation marks. Counting them is much faster than the
  /// pattern.
  private static boolean hasTwoTexts(String text) {
    int marks = 0;
    for (int at = 0; at < text.length() && marks < 4; at++) {
      char c = text.charAt(at);
      marks += c == '"' || c == '\'' ? 1 : 0;
    }
    return marks == 4;
  }

  /// Returns whether a list has a well-known name beside a misspelling of it, as lists that warn of
  /// misspellings do.
  private static boolean namesBoth(List<String> names) {
    return names.stream()
        .anyMatch(one -> names.stream().anyMatch(other -> TyposquatScan.isSlip(one, other)));
  }

  private void words(String registry, String arguments, SourceText source, int line) {
    for (String argument : arguments.strip().split("[\\s,]+", -1)) {
      word(registry, argument, source, line);
    }
  }

  private void word(String registry, String argument, SourceText source, int line) {
    Matcher word = WORD.matcher(argument);
    if (word.find()) {
      add(registry, word.group(1), source, line);
    }
  }

  private void add(String registry, String name, SourceText source, int line) {
    String lower = name.toLowerCase(Locale.ROOT).replaceFirst("[._-]+$", "");
    String one = registry.equals("pip") ? lower.replaceAll("[._]", "-") : lower; // the same to pip
    names.add(new Name(registry, one, source.path(), line));
  }

  private static String registry(String program) {
    return switch (program) {
      case "npm", "pnpm", "yarn", "bun" -> "npm";
      case "gem" -> "gem";
      case "cargo" -> "cargo";
      default -> "pip";
    };
  }
}
