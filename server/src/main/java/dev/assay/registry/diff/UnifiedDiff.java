package dev.assay.registry.diff;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.ChangeDelta;
import com.github.difflib.patch.Chunk;
import com.github.difflib.patch.Patch;
import java.util.List;
import java.util.stream.Collectors;

/// Writes the differences between two texts as a unified diff, with three lines around each place.
/// Texts that would cost too much to compare are shown as replaced.
public final class UnifiedDiff {
  private static final int CONTEXT = 3;
  private static final int FILE_NAMES = 2;
  private static final long MOST_PAIRS = 1_000_000;

  private UnifiedDiff() {}

  /// The diff; empty if the texts are the same.
  public static String of(String before, String after) {
    List<String> old = before.lines().toList();
    List<String> now = after.lines().toList();
    return UnifiedDiffUtils.generateUnifiedDiff("", "", old, patch(old, now), CONTEXT).stream()
        .skip(FILE_NAMES)
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  private static Patch<String> patch(List<String> before, List<String> after) {
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
    List<String> old = before.subList(start, before.size() - end);
    List<String> now = after.subList(start, after.size() - end);
    if ((long) old.size() * now.size() <= MOST_PAIRS) {
      return DiffUtils.diff(before, after);
    }
    Patch<String> replaced = new Patch<>();
    replaced.addDelta(new ChangeDelta<>(new Chunk<>(start, old), new Chunk<>(start, now)));
    return replaced;
  }
}
