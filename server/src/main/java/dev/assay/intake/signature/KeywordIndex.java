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

  private final List<int[]> next = new ArrayList<>();
  private final List<List<Signature>> ends = new ArrayList<>();

  /// Receives each keyword found.
  @FunctionalInterface
  public interface Hit {
    void at(Signature signature, int offset);
  }

  public KeywordIndex(List<Signature> signatures) {
    state();
    for (Signature signature : signatures) {
      for (String keyword : signature.keywords()) {
        int state = 0;
        for (int i = 0; i < keyword.length(); i++) {
          char c = keyword.charAt(i);
          if (next.get(state)[c] < 0) {
            next.get(state)[c] = state();
          }
          state = next.get(state)[c];
        }
        ends.get(state).add(signature);
      }
    }
    link();
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
      state = next.get(state)[blank ? ' ' : c >= 'A' && c <= 'Z' ? c + 32 : c];
      List<Signature> found = ends.get(state);
      for (int k = 0; k < found.size(); k++) {
        hit.at(found.get(k), i);
      }
    }
  }

  private int state() {
    int[] row = new int[ALPHABET];
    Arrays.fill(row, -1);
    next.add(row);
    ends.add(new ArrayList<>());
    return next.size() - 1;
  }

  /// Where a keyword breaks off, the search goes on with the longest one that could have begun
  /// since.
  private void link() {
    int[] fallback = new int[next.size()];
    Deque<Integer> queue = new ArrayDeque<>();
    for (int c = 0; c < ALPHABET; c++) {
      int state = next.getFirst()[c];
      if (state < 0) {
        next.getFirst()[c] = 0;
      } else {
        queue.add(state);
      }
    }
    while (!queue.isEmpty()) {
      int state = queue.remove();
      ends.get(state).addAll(ends.get(fallback[state]));
      for (int c = 0; c < ALPHABET; c++) {
        int target = next.get(state)[c];
        if (target < 0) {
          next.get(state)[c] = next.get(fallback[state])[c];
        } else {
          fallback[target] = next.get(fallback[state])[c];
          queue.add(target);
        }
      }
    }
  }
}
