package dev.assay.cli.check;

import java.util.ArrayList;
import java.util.List;

/// The difference of two texts as a person reads it: changed lines with `-` and `+`, and three
/// lines around them.
final class LineDiff {
  private static final int AROUND = 3;

  private LineDiff() {}

  private record Line(char mark, String text) {}

  /// @return lines of a unified diff without its file names; empty when the texts are the same
  static List<String> of(String before, String after) {
    List<Line> all = compare(before.lines().toList(), after.lines().toList());
    List<String> shown = new ArrayList<>();
    int left = 1;
    int right = 1;
    int last = -1;
    for (int i = 0; i < all.size(); i++) {
      if (isNearChange(all, i)) {
        if (last != i - 1 || shown.isEmpty()) {
          shown.add("@@ -" + left + " +" + right + " @@");
        }
        shown.add(all.get(i).mark() + all.get(i).text());
        last = i;
      }
      left += all.get(i).mark() == '+' ? 0 : 1;
      right += all.get(i).mark() == '-' ? 0 : 1;
    }
    return shown;
  }

  private static boolean isNearChange(List<Line> all, int at) {
    int to = Math.min(all.size() - 1, at + AROUND);
    for (int i = Math.max(0, at - AROUND); i <= to; i++) {
      if (all.get(i).mark() != ' ') {
        return true;
      }
    }
    return false;
  }

  /// The same lines at both ends first; what is between them by their longest common subsequence.
  private static List<Line> compare(List<String> before, List<String> after) {
    int start = 0;
    while (start < Math.min(before.size(), after.size())
        && before.get(start).equals(after.get(start))) {
      start++;
    }
    int end = 0;
    while (end < Math.min(before.size(), after.size()) - start
        && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
      end++;
    }
    List<Line> all = new ArrayList<>();
    before.subList(0, start).forEach(line -> all.add(new Line(' ', line)));
    middle(
        before.subList(start, before.size() - end), after.subList(start, after.size() - end), all);
    before
        .subList(before.size() - end, before.size())
        .forEach(line -> all.add(new Line(' ', line)));
    return all;
  }

  private static void middle(List<String> before, List<String> after, List<Line> all) {
    int[][] common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
        all.add(new Line(' ', before.get(i++)));
        j++;
      } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
        all.add(new Line('-', before.get(i++)));
      } else {
        all.add(new Line('+', after.get(j++)));
      }
    }
  }
}
