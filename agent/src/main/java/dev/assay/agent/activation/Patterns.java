package dev.assay.agent.activation;

import java.util.ArrayList;
import java.util.List;

/// Words as patterns: `*`, `?`, `[…]` and braces are active, and a backslash quotes them.
final class Patterns {
  private static final String SPECIAL = "*?[]{},\\";
  private static final int MOST = 64;
  private static final int DEEPEST = 8;

  private Patterns() {}

  static String quote(String text) {
    StringBuilder quoted = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (SPECIAL.indexOf(letter) >= 0) {
        quoted.append('\\');
      }
      quoted.append(letter);
    }
    return quoted.toString();
  }

  /// The pattern without its backslashes.
  static String text(String pattern) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      if (pattern.charAt(i) == '\\' && i + 1 < pattern.length()) {
        i++;
      }
      text.append(pattern.charAt(i));
    }
    return text.toString();
  }

  /// Expands braces: `a{b,c}d` becomes `abd` and `acd`.
  static List<String> braces(String pattern) {
    return braces(pattern, DEEPEST);
  }

  private static List<String> braces(String pattern, int left) {
    int open = left == 0 ? -1 : find(pattern, '{', 0);
    int close = open < 0 ? -1 : closing(pattern, open);
    if (close < 0) {
      return List.of(pattern);
    }
    List<String> choices = choices(pattern.substring(open + 1, close));
    if (choices.size() < 2) {
      return List.of(pattern);
    }
    List<String> all = new ArrayList<>();
    for (String choice : choices) {
      if (all.size() >= MOST) {
        break;
      }
      String rest = pattern.substring(close + 1);
      all.addAll(braces(pattern.substring(0, open) + choice + rest, left - 1));
    }
    return all;
  }

  /// Says whether a name fits a pattern without slashes.
  static boolean fits(String pattern, String name) {
    return fits(pattern, 0, name, 0);
  }

  private static boolean fits(String pattern, int p, String name, int n) {
    int starPattern = -1;
    int starName = -1;
    int i = p;
    int j = n;
    while (j < name.length()) {
      int step = i < pattern.length() ? one(pattern, i, name.charAt(j)) : 0;
      if (i < pattern.length() && pattern.charAt(i) == '*') {
        starPattern = ++i;
        starName = j;
      } else if (step > 0) {
        i += step;
        j++;
      } else if (starPattern >= 0) {
        i = starPattern;
        j = ++starName;
      } else {
        return false;
      }
    }
    while (i < pattern.length() && pattern.charAt(i) == '*') {
      i++;
    }
    return i == pattern.length();
  }

  /// The length of the pattern's element that matches one letter; 0 if it does not match.
  private static int one(String pattern, int i, char letter) {
    char here = pattern.charAt(i);
    if (here == '\\' && i + 1 < pattern.length()) {
      return pattern.charAt(i + 1) == letter ? 2 : 0;
    }
    if (here == '?') {
      return 1;
    }
    int close = here == '[' ? pattern.indexOf(']', i + 2) : -1;
    if (close > 0) {
      String set = pattern.substring(i + 1, close);
      boolean negated = set.startsWith("!") || set.startsWith("^");
      return contains(negated ? set.substring(1) : set, letter) == negated ? 0 : close - i + 1;
    }
    return here == letter ? 1 : 0;
  }

  private static boolean contains(String set, char letter) {
    for (int i = 0; i < set.length(); i++) {
      if (i + 2 < set.length() && set.charAt(i + 1) == '-') {
        if (letter >= set.charAt(i) && letter <= set.charAt(i + 2)) {
          return true;
        }
        i += 2;
      } else if (set.charAt(i) == letter) {
        return true;
      }
    }
    return false;
  }

  private static int find(String pattern, char wanted, int from) {
    for (int i = from; i < pattern.length(); i++) {
      if (pattern.charAt(i) == '\\') {
        i++;
      } else if (pattern.charAt(i) == wanted) {
        return i;
      }
    }
    return -1;
  }

  private static int closing(String pattern, int open) {
    int depth = 0;
    for (int i = open; i < pattern.length(); i++) {
      switch (pattern.charAt(i)) {
        case '\\' -> i++;
        case '{' -> depth++;
        case '}' -> {
          if (--depth == 0) {
            return i;
          }
        }
        default -> {}
      }
    }
    return -1;
  }

  private static List<String> choices(String inside) {
    List<String> choices = new ArrayList<>();
    int start = 0;
    int depth = 0;
    for (int i = 0; i < inside.length(); i++) {
      switch (inside.charAt(i)) {
        case '\\' -> i++;
        case '{' -> depth++;
        case '}' -> depth--;
        case ',' -> {
          if (depth == 0) {
            choices.add(inside.substring(start, i));
            start = i + 1;
          }
        }
        default -> {}
      }
    }
    choices.add(inside.substring(start));
    return choices;
  }
}
