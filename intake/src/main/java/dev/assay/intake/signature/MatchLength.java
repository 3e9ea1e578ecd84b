package dev.assay.intake.signature;

/// The maximum length of a match, derived from the pattern. It depends on the longest word and the
/// longest run of blanks in the line.
///
/// @param fixed the number of characters that do not depend on the line
/// @param words the number of words of any length
/// @param blanks the number of runs of blanks of any length
/// @param runs the number of runs without a blank of any length
record MatchLength(int fixed, int words, int blanks, int runs) {
  static final int ENDLESS = 1 << 20;

  private static final MatchLength NONE = new MatchLength(0, 0, 0, 0);
  private static final MatchLength ONE = new MatchLength(2, 0, 0, 0);
  private static final MatchLength WORD = new MatchLength(0, 1, 0, 0);
  private static final MatchLength BLANKS = new MatchLength(0, 0, 1, 0);
  private static final MatchLength RUN = new MatchLength(0, 0, 0, 1);
  private static final MatchLength NO_END = new MatchLength(ENDLESS, 0, 0, 0);

  static MatchLength of(String regex) {
    return new Reader(regex.replaceFirst("^\\(\\?i\\)", "")).choice();
  }

  /// Returns the maximum length of a match in a line.
  int in(String line) {
    if (fixed >= ENDLESS) {
      return ENDLESS;
    }
    Work.spend(2L * line.length());
    int word = 0;
    int blank = 0;
    int run = 0;
    int longestWord = 0;
    int mostBlanks = 0;
    int longestRun = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean space = WordTable.isBlank(c);
      blank = space ? blank + 1 : 0;
      run = space ? 0 : run + 1;
      word = isWord(c) ? word + 1 : 0;
      longestWord = Math.max(longestWord, word);
      mostBlanks = Math.max(mostBlanks, blank);
      longestRun = Math.max(longestRun, run);
    }
    long most =
        fixed + (long) words * longestWord + (long) blanks * mostBlanks + (long) runs * longestRun;
    return (int) Math.min(ENDLESS, most);
  }

  private static boolean isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  private MatchLength plus(MatchLength next) {
    return new MatchLength(
        Math.min(ENDLESS, fixed + next.fixed),
        words + next.words,
        blanks + next.blanks,
        runs + next.runs);
  }

  private MatchLength or(MatchLength other) {
    return new MatchLength(
        Math.max(fixed, other.fixed),
        Math.max(words, other.words),
        Math.max(blanks, other.blanks),
        Math.max(runs, other.runs));
  }

  private MatchLength times(int count) {
    boolean many = (long) count * (fixed + words + blanks + runs) >= ENDLESS;
    return many
        ? NO_END
        : new MatchLength(fixed * count, words * count, blanks * count, runs * count);
  }

  /// Reads the syntax that Assay's patterns use. Any other syntax gives an unlimited length.
  private static final class Reader {
    private final String regex;
    private int at;

    Reader(String regex) {
      this.regex = regex;
    }

    /// Reads branches up to a closing parenthesis or the end.
    MatchLength choice() {
      MatchLength longest = sequence();
      while (at < regex.length() && regex.charAt(at) == '|') {
        at++;
        longest = longest.or(sequence());
      }
      return longest;
    }

    private MatchLength sequence() {
      MatchLength length = NONE;
      while (at < regex.length() && regex.charAt(at) != '|' && regex.charAt(at) != ')') {
        length = length.plus(item());
      }
      return length;
    }

    private MatchLength item() {
      char c = regex.charAt(at++);
      return switch (c) {
        case '(' -> repeated(group(), NO_END);
        case '[' -> {
          skipClass();
          yield repeated(ONE, NO_END);
        }
        case '\\' -> escape(regex.charAt(at++));
        case '^', '$' -> NO_END; // the end of a part is not the end of the line
        default -> repeated(ONE, NO_END);
      };
    }

    private MatchLength escape(char c) {
      return switch (c) {
        case 'b' -> NONE;
        case 's' -> repeated(ONE, BLANKS);
        case 'w' -> repeated(ONE, WORD);
        case 'S' -> repeated(ONE, RUN);
        default -> Character.isLetterOrDigit(c) ? NO_END : repeated(ONE, NO_END);
      };
    }

    private MatchLength group() {
      if (regex.startsWith("?:", at)) {
        at += 2;
      } else if (regex.startsWith("?i:", at)) {
        at += 3;
      } else if (regex.startsWith("?", at)) {
        at = regex.length();
        return NO_END;
      }
      MatchLength inside = choice();
      at++; // the closing parenthesis
      return inside;
    }

    private void skipClass() {
      if (regex.startsWith("^", at)) {
        at++;
      }
      int from = at;
      while (at < regex.length() && (regex.charAt(at) != ']' || at == from)) {
        at += regex.charAt(at) == '\\' ? 2 : 1;
      }
      at++;
    }

    /// Reads a quantifier.
    private MatchLength repeated(MatchLength once, MatchLength many) {
      MatchLength length = once;
      while (at < regex.length() && "?*+{".indexOf(regex.charAt(at)) >= 0) {
        char c = regex.charAt(at++);
        if (c == '{') {
          int end = regex.indexOf('}', at);
          String most = regex.substring(at, end).replaceFirst("^.*,", "");
          at = end + 1;
          length = most.isEmpty() ? many : length.times(Integer.parseInt(most));
        } else if (c != '?') {
          length = many;
        }
      }
      return length;
    }
  }
}
