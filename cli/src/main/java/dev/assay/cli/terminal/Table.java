package dev.assay.cli.terminal;

import dev.assay.skill.Visible;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A table whose columns are as wide as their widest cell.
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... titles) {
    rows.add(List.of(titles));
  }

  public void add(String... cells) {
    rows.add(Arrays.stream(cells).map(Visible::line).toList());
  }

  @Override
  public String toString() {
    int columns = rows.getFirst().size();
    int[] widths =
        IntStream.range(0, columns)
            .map(c -> rows.stream().mapToInt(row -> TextWidth.of(row.get(c))).max().orElse(0))
            .toArray();
    return rows.stream()
        .map(
            row ->
                IntStream.range(0, columns)
                    .mapToObj(c -> TextWidth.padded(row.get(c), widths[c]))
                    .collect(Collectors.joining("  "))
                    .stripTrailing())
        .collect(Collectors.joining("\n"));
  }
}
