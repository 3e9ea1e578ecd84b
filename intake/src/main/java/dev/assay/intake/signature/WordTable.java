package dev.assay.intake.signature;

import java.util.Arrays;
import java.util.function.LongPredicate;

/// Finds a set of words in one pass over a text. The table is indexed by the first two characters
/// of a word and filtered by the third. Letters match in either case. Each word has labels, which
/// are bits.
public final class WordTable {
  /// The placeholder in a word for one or more blanks.
  static final char BLANKS = '\0';

  private static final String BLANK = " \t\n\f\r";
  private static final int PAIRS = 1 << 10;

  private final String[][] words = new String[PAIRS][];
  private final long[][] labels = new long[PAIRS][];

  /// The set of third characters that may follow a pair, as bits.
  private final int[] thirds = new int[PAIRS];

  /// Returns a table of words that share one label.
  public static WordTable of(String... words) {
    WordTable table = new WordTable();
    for (String word : words) {
      table.add(word, 1);
    }
    return table;
  }

  /// @param word the word, of at least two characters
  public void add(String word, long label) {
    for (char first : each(word.charAt(0))) {
      for (char second : each(word.charAt(1))) {
        add(pair(first, second), word, label);
      }
    }
  }

  private static char[] each(char c) {
    return c == BLANKS ? BLANK.toCharArray() : new char[] {c};
  }

  private void add(int pair, String word, long label) {
    int count = words[pair] == null ? 0 : words[pair].length;
    words[pair] = count == 0 ? new String[1] : Arrays.copyOf(words[pair], count + 1);
    labels[pair] = count == 0 ? new long[1] : Arrays.copyOf(labels[pair], count + 1);
    words[pair][count] = word;
    labels[pair][count] = label;
    if (word.length() == 2 || word.charAt(1) == BLANKS) {
      thirds[pair] = -1;
    } else {
      for (char third : each(word.charAt(2))) {
        thirds[pair] |= 1 << third; // a shift uses the last five bits
      }
    }
  }

  /// Returns whether a text has one of the words.
  public boolean anyIn(String text) {
    return labels(text, seen -> true) != 0;
  }

  /// Returns the offset of the first word at or after an offset; -1 if there is none.
  public int indexIn(String text, int from) {
    int last = text.length() - 1;
    for (int at = from; at < last; at++) {
      int pair = pair(text.charAt(at), text.charAt(at + 1));
      if (thirds[pair] != 0 && labels(text, at, pair, 0) != 0) {
        return at;
      }
    }
    return -1;
  }

  /// Returns the labels of all words in a text.
  public long labels(String text) {
    return labels(text, seen -> false);
  }

  /// Returns the labels of the words in a text, and stops when they are enough.
  long labels(String text, LongPredicate enough) {
    long seen = 0;
    int last = text.length() - 1;
    if (last < 1) {
      return 0;
    }
    char[] chars = text.toCharArray(); // faster to read than a string
    int[] thirds = this.thirds;
    char c = chars[0];
    char next = chars[1];
    for (int at = 0; at < last; at++) {
      int pair = pair(c, next);
      c = next;
      next = at + 2 > last ? 0 : chars[at + 2];
      if (thirds[pair] != 0 && (next >= 128 || (thirds[pair] >>> next & 1) != 0)) {
        long more = seen | labels(text, at, pair, seen);
        if (more != seen) {
          seen = more;
          if (enough.test(seen)) {
            return seen;
          }
        }
      }
    }
    return seen;
  }

  private long labels(String text, int at, int pair, long seen) {
    long found = 0;
    for (int i = 0; i < words[pair].length; i++) {
      String word = words[pair][i];
      if ((labels[pair][i] & ~seen) != 0 && isAt(text, at, word)) {
        found |= labels[pair][i];
      }
    }
    return found;
  }

  /// Compares like `regionMatches` with case ignored, which is much slower for a letter.
  private static boolean isAt(String text, int at, String word) {
    if (at + word.length() > text.length()) {
      return false;
    }
    int next = at;
    for (int i = 0; i < word.length(); i++) {
      char c = next < text.length() ? text.charAt(next++) : 0;
      char expected = word.charAt(i);
      if (expected == BLANKS) {
        if (!isBlank(c)) {
          return false;
        }
        while (i > 0 && next < text.length() && isBlank(text.charAt(next))) {
          next++;
        }
      } else if (c != expected && !isSameLetter(c, expected)) {
        return false;
      }
    }
    return true;
  }

  static boolean isBlank(char c) {
    return c <= ' ' && BLANK.indexOf(c) >= 0;
  }

  private static boolean isSameLetter(char one, char other) {
    if (one < 128) { // words have none of the other letters that equal ASCII letters
      int lower = one | 0x20;
      return lower == (other | 0x20) && lower >= 'a' && lower <= 'z';
    }
    char upper = Character.toUpperCase(one);
    char otherUpper = Character.toUpperCase(other);
    return upper == otherUpper || Character.toLowerCase(upper) == Character.toLowerCase(otherUpper);
  }

  /// Returns the index of a pair. Both cases have the same index, and different pairs may share
  /// one.
  private static int pair(char first, char second) {
    return ((first & 0x1f) << 5) | (second & 0x1f);
  }
}
