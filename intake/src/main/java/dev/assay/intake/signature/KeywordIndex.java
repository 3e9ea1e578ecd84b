package dev.assay.intake.signature;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/// Finds the keywords of all signatures in one pass over a text (the automaton of Aho and
/// Corasick). ASCII letters match in either case, and one blank matches several.
public final class KeywordIndex {
  /// The printable ASCII characters without capital letters, and one column for all other
  /// characters. A small table stays in the processor's cache.
  private static final int COLUMNS = 70;

  private static final char UNKNOWN = Character.MAX_VALUE;
  private static final Signature[] NONE = {};
  private static final byte[] COLUMN = new byte[128];

  static {
    Arrays.fill(COLUMN, (byte) (COLUMNS - 1));
    for (char c = ' '; c < 127; c++) {
      COLUMN[c] = (byte) (c < 'A' ? c - ' ' : c <= 'Z' ? c + 6 - ' ' : c - 26 - ' ');
    }
    COLUMN['\t'] = 0;
  }

  /// The next state, by state and column.
  private char[] next = new char[0];

  /// The signatures whose keyword ends in a state, by state.
  private final Signature[][] ends;

  /// Receives each keyword found.
  @FunctionalInterface
  public interface Hit {
    void at(Signature signature, int offset);
  }

  public KeywordIndex(List<Signature> signatures) {
    List<List<Signature>> read = new ArrayList<>();
    state(read);
    for (Signature signature : signatures) {
      for (String keyword : signature.keywords()) {
        int state = 0;
        for (int i = 0; i < keyword.length(); i++) {
          int way = state * COLUMNS + COLUMN[keyword.charAt(i)];
          if (next[way] == UNKNOWN) {
            char made = state(read); // may replace the array
            next[way] = made;
          }
          state = next[way];
        }
        read.get(state).add(signature);
      }
    }
    link(read);
    ends = read.stream().map(each -> each.toArray(NONE)).toArray(Signature[][]::new);
  }

  public void search(String text, Hit hit) {
    Work.spend(5L * text.length());
    int state = 0;
    boolean blank = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= COLUMN.length) {
        state = 0;
        blank = false;
        continue;
      }
      boolean again = blank;
      blank = c == ' ' || c == '\t';
      if (blank && again) {
        continue;
      }
      state = next[state * COLUMNS + COLUMN[c]];
      for (Signature found : ends[state]) {
        hit.at(found, i);
      }
    }
  }

  private char state(List<List<Signature>> read) {
    int state = read.size();
    if (state == UNKNOWN) {
      throw new IllegalArgumentException("too many keywords");
    }
    read.add(new ArrayList<>());
    int from = state * COLUMNS;
    if (from == next.length) {
      next = Arrays.copyOf(next, Math.max(COLUMNS, 2 * from));
    }
    Arrays.fill(next, from, from + COLUMNS, UNKNOWN);
    return (char) state;
  }

  /// Adds the fallback transitions: where a keyword does not continue, the search goes on with the
  /// longest keyword that may have begun later.
  private void link(List<List<Signature>> read) {
    char[] fallback = new char[read.size()];
    Deque<Character> queue = new ArrayDeque<>();
    for (int c = 0; c < COLUMNS; c++) {
      if (next[c] == UNKNOWN) {
        next[c] = 0;
      } else {
        queue.add(next[c]);
      }
    }
    while (!queue.isEmpty()) {
      int state = queue.remove();
      read.get(state).addAll(read.get(fallback[state]));
      for (int c = 0; c < COLUMNS; c++) {
        int way = state * COLUMNS + c;
        char other = next[fallback[state] * COLUMNS + c];
        if (next[way] == UNKNOWN) {
          next[way] = other;
        } else {
          fallback[next[way]] = other;
          queue.add(next[way]);
        }
      }
    }
  }
}
