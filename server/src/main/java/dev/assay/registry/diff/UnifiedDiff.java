package dev.assay.registry.diff;

import java.util.ArrayList;
import java.util.List;

/// The lines in which two texts differ, with three lines around each place. What lies between the
/// first and the last difference is compared line by line as long as that costs little, and shown
/// as replaced otherwise.
public final class UnifiedDiff {
  private static final int CONTEXT = 3;
  private static final long MOST_PAIRS = 4_000_000;

  private enum Kind {
    SAME(' '),
    REMOVED('-'),
    ADDED('+');

    private final char sign;

    Kind(char sign) {
      this.sign = sign;
    }
  }

  private record Line(Kind kind, String text) {}

  private UnifiedDiff() {}

  /// Empty if they are the same.
  public static String of(String before, String after) {
    return hunks(compare(before.lines().toList(), after.lines().toList()));
  }

  private static List<Line> compare(List<String> before, List<String> after) {
    int start = 0;
    int common = Math.min(before.size(), after.size());
    while (start < common && before.get(start).equals(after.get(start))) {
      start++;
    }
    int end = 0;
    while (end < common - start
        && before.get(before.size() - 1 - end).equals(after.get(after.size() - 1 - end))) {
      end++;
    }
    List<Line> lines = new ArrayList<>();
    add(lines, Kind.SAME, before.subList(0, start));
    between(
        lines,
        before.subList(start, before.size() - end),
        after.subList(start, after.size() - end));
    add(lines, Kind.SAME, before.subList(before.size() - end, before.size()));
    return lines;
  }

  private static void add(List<Line> lines, Kind kind, List<String> texts) {
    texts.forEach(text -> lines.add(new Line(kind, text)));
  }

  private static void between(List<Line> lines, List<String> before, List<String> after) {
    if ((long) before.size() * after.size() > MOST_PAIRS) {
      add(lines, Kind.REMOVED, before);
      add(lines, Kind.ADDED, after);
      return;
    }
    int[][] longest = longest(before, after);
    int b = 0;
    int a = 0;
    while (b < before.size() && a < after.size()) {
      if (before.get(b).equals(after.get(a))) {
        lines.add(new Line(Kind.SAME, before.get(b++)));
        a++;
      } else if (longest[b + 1][a] >= longest[b][a + 1]) {
        lines.add(new Line(Kind.REMOVED, before.get(b++)));
      } else {
        lines.add(new Line(Kind.ADDED, after.get(a++)));
      }
    }
    add(lines, Kind.REMOVED, before.subList(b, before.size()));
    add(lines, Kind.ADDED, after.subList(a, after.size()));
  }

  /// The length of what both have in common from each pair of places on.
  private static int[][] longest(List<String> before, List<String> after) {
    int[][] longest = new int[before.size() + 1][after.size() + 1];
    for (int b = before.size() - 1; b >= 0; b--) {
      for (int a = after.size() - 1; a >= 0; a--) {
        longest[b][a] =
            before.get(b).equals(after.get(a))
                ? longest[b + 1][a + 1] + 1
                : Math.max(longest[b + 1][a], longest[b][a + 1]);
      }
    }
    return longest;
  }

  private static String hunks(List<Line> lines) {
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (at < lines.size()) {
      if (lines.get(at).kind() == Kind.SAME) {
        at++;
        continue;
      }
      int from = Math.max(0, at - CONTEXT);
      int last = at;
      for (int i = at; i < lines.size() && i <= last + 2 * CONTEXT; i++) {
        last = lines.get(i).kind() == Kind.SAME ? last : i;
      }
      int to = Math.min(lines.size(), last + CONTEXT + 1);
      hunk(text, lines, from, to);
      at = to;
    }
    return text.toString();
  }

  private static void hunk(StringBuilder text, List<Line> lines, int from, int to) {
    List<Line> shown = lines.subList(from, to);
    List<Line> earlier = lines.subList(0, from);
    text.append(
        "@@ -%d,%d +%d,%d @@%n"
            .formatted(
                count(earlier, Kind.ADDED) + 1,
                count(shown, Kind.ADDED),
                count(earlier, Kind.REMOVED) + 1,
                count(shown, Kind.REMOVED)));
    shown.forEach(line -> text.append(line.kind().sign).append(line.text()).append('\n'));
  }

  /// Lines of one side: all but those that only the other side has.
  private static long count(List<Line> lines, Kind otherSide) {
    return lines.stream().filter(line -> line.kind() != otherSide).count();
  }
}
