package dev.assay.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Counts of skills and warnings, by part, by family and by category.
final class ScanTable {
  private final Map<String, int[]> families = new TreeMap<>();
  private final Map<String, int[]> categories = new TreeMap<>();
  private final Map<String, int[]> parts = new TreeMap<>();
  private int unlabelled;

  void unlabelled() {
    unlabelled++;
  }

  void add(ScanLabel label, List<String> warned) {
    int side = label.bad() ? 0 : 2;
    count(parts, label.part(), side, warned);
    count(
        families,
        label.part() + " " + (label.bad() ? "bad  " : "good ") + label.family(),
        0,
        warned);
    for (String category : warned) {
      categories.computeIfAbsent(label.part() + " " + category, any -> new int[2])[side / 2]++;
    }
  }

  private static void count(Map<String, int[]> counts, String key, int side, List<String> warned) {
    int[] row = counts.computeIfAbsent(key, any -> new int[4]);
    row[side]++;
    row[side + 1] += warned.isEmpty() ? 0 : 1;
  }

  void print(PrintStream out) {
    parts.forEach(
        (part, row) ->
            out.printf(
                "%-5s recall %5.1f %% (%d of %d bad)   false alarms %5.1f %% (%d of %d good)   precision %5.1f %%%n",
                part,
                percent(row[1], row[0]),
                row[1],
                row[0],
                percent(row[3], row[2]),
                row[3],
                row[2],
                percent(row[1], row[1] + row[3])));
    out.println();
    families.forEach(
        (family, row) ->
            out.printf(
                "%-40s %4d skills, %4d warned, %5.1f %%%n",
                family, row[0], row[1], percent(row[1], row[0])));
    out.println();
    categories.forEach(
        (category, row) ->
            out.printf(
                "%-12s %4d bad, %3d good, precision %5.1f %%%n",
                category, row[0], row[1], percent(row[0], row[0] + row[1])));
    if (unlabelled > 0) {
      out.printf("%d skills are not in the list of labels%n", unlabelled);
    }
    out.println();
  }

  private static double percent(int some, int of) {
    return of == 0 ? 0 : 100.0 * some / of;
  }
}
