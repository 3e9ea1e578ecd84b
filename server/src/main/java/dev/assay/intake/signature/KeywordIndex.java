package dev.assay.intake.signature;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/// Finds all signatures' keywords in one pass over a text, however many there are (the automaton of
/// Aho and Corasick). Upper and lower case of ASCII letters are the same, and so are one blank and
/// many.
public final class KeywordIndex {
  private static final int ALPHABET = 128;
  private static final Signature[] NONE = {};

  /// By state and character: the next state.
  private int[] next = new int[0];

  /// By state: whose keyword has been read.
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
          int way = state * ALPHABET + keyword.charAt(i);
          if (next[way] < 0) {
            int made = state(read); // which may replace the array
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
      if (c >= ALPHABET) {
        state = 0;
        blank = false;
        continue;
      }
      boolean again = blank;
      blank = c == ' ' || c == '\t';
      if (blank && again) {
        continue;
      }
      state = next[state * ALPHABET + (blank ? ' ' : c >= 'A' && c <= 'Z' ? c + 32 : c)];
      for (Signature found : ends[state]) {
        hit.at(found, i);
      }
    }
  }

  private int state(List<List<Signature>> read) {
    int state = read.size();
    read.add(new ArrayList<>());
    int from = state * ALPHABET;
    if (from == next.length) {
      next = Arrays.copyOf(next, Math.max(ALPHABET, 2 * from));
    }
    Arrays.fill(next, from, from + ALPHABET, -1);
    return state;
  }

  /// Where a keyword breaks off, the search goes on with the longest one that could have begun
  /// since.
  private void link(List<List<Signature>> read) {
    int[] fallback = new int[read.size()];
    Deque<Integer> queue = new ArrayDeque<>();
    for (int c = 0; c < ALPHABET; c++) {
      if (next[c] < 0) {
        next[c] = 0;
      } else {
        queue.add(next[c]);
      }
    }
    while (!queue.isEmpty()) {
      int state = queue.remove();
      read.get(state).addAll(read.get(fallback[state]));
      for (int c = 0; c < ALPHABET; c++) {
        int way = state * ALPHABET + c;
        int other = next[fallback[state] * ALPHABET + c];
        if (next[way] < 0) {
          next[way] = other;
        } else {
          fallback[next[way]] = other;
          queue.add(next[way]);
        }
      }
    }
  }
}
