package dev.assay.intake.signature;

import java.util.Random;

/// Generates texts that a pattern matches, from the pattern itself. Each text takes another way
/// through its branches. Only the syntax that Assay's patterns use is supported.
final class Specimens {
  private final String regex;
  private final Random random;
  private int at;

  private Specimens(String regex, Random random) {
    this.regex = regex;
    this.random = random;
  }

  static String of(Regex regex, Random random) {
    return new Specimens(regex.toString().replaceFirst("^\\(\\?i\\)", ""), random).choice();
  }

  /// Reads all branches and returns one of them.
  private String choice() {
    String taken = sequence();
    int branches = 1;
    while (at < regex.length() && regex.charAt(at) == '|') {
      at++;
      String next = sequence();
      branches++;
      taken = random.nextInt(branches) == 0 ? next : taken;
    }
    return taken;
  }

  private String sequence() {
    StringBuilder all = new StringBuilder();
    while (at < regex.length() && regex.charAt(at) != '|' && regex.charAt(at) != ')') {
      int start = at;
      String once = atom();
      int times = times();
      int end = at;
      for (int i = 0; i < times; i++) {
        at = start;
        all.append(i == 0 ? once : atom());
      }
      at = end;
    }
    return all.toString();
  }

  private String atom() {
    char c = regex.charAt(at++);
    return switch (c) {
      case '(' -> group();
      case '[' -> one();
      case '.' -> " ";
      case '^', '$' -> "";
      case '\\' -> escaped();
      default -> cased(c);
    };
  }

  private String group() {
    at += regex.startsWith("?:", at) ? 2 : 0;
    String inside = choice();
    at++;
    return inside;
  }

  private String escaped() {
    char c = regex.charAt(at++);
    return switch (c) {
      case 'b' -> "";
      case 's' -> random.nextBoolean() ? " " : "\t";
      case 'w', 'S' -> "w";
      case 'd' -> "7";
      case 'n' -> "\n";
      case 't' -> "\t";
      default -> String.valueOf(c);
    };
  }

  /// Returns one member of a class. For a negated class it is an allowed letter or digit.
  private String one() {
    int from = at;
    at += regex.charAt(at) == '^' ? 1 : 0;
    int first = at;
    while (regex.charAt(at) != ']' || at == first) {
      at += regex.charAt(at) == '\\' ? 2 : 1;
    }
    String members = regex.substring(from, at++);
    java.util.regex.Pattern pattern = java.util.regex.Pattern.compile("(?i)[" + members + "]");
    String some = members.startsWith("^") ? " x7-" : "x7 -";
    for (char c : (some + "/\"'=:@,.`;|([$&!*>_+<{~#^%)]}?\\\t").toCharArray()) {
      if (pattern.matcher(String.valueOf(c)).matches()) {
        return String.valueOf(c);
      }
    }
    for (char c = '0'; c < 0x3000; c++) {
      if (pattern.matcher(String.valueOf(c)).matches()) {
        return String.valueOf(c);
      }
    }
    throw new IllegalStateException("no member of [" + members + "]");
  }

  private int times() {
    if (at >= regex.length()) {
      return 1;
    }
    char c = regex.charAt(at);
    int least = 1;
    int most = 1;
    if (c == '?' || c == '*' || c == '+') {
      at++;
      least = c == '+' ? 1 : 0;
      most = c == '?' ? 1 : 3;
    } else if (c == '{') {
      String[] bounds = regex.substring(at + 1, regex.indexOf('}', at)).split(",", -1);
      at = regex.indexOf('}', at) + 1;
      least = Integer.parseInt(bounds[0]);
      most =
          bounds.length == 1
              ? least
              : bounds[1].isEmpty() ? least + 2 : Integer.parseInt(bounds[1]);
      most = Math.min(most, least + 3);
    }
    if (at < regex.length() && regex.charAt(at) == '?') {
      at++;
    }
    return least + random.nextInt(most - least + 1);
  }

  private String cased(char c) {
    return String.valueOf(random.nextInt(4) == 0 ? Character.toUpperCase(c) : c);
  }
}
