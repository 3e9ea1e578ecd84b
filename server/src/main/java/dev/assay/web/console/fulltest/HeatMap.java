package dev.assay.web.console.fulltest;

import dev.assay.registry.FullTestLog;
import dev.assay.web.console.list.Pager;
import dev.assay.web.console.list.Search;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The outcomes of skills from test to test.
///
/// @param tests the tests, oldest first
/// @param pager the pager through the tests, with the newest on the first page
public record HeatMap(List<FullTestLog.FullTest> tests, List<Row> rows, Pager pager) {
  private static final int MOST = 12;

  /// @param cells the cells, one per test
  public record Row(String skill, List<Cell> cells) {}

  /// @param colour the colour; empty if the skill was not part of the test
  public record Cell(String words, String colour) {
    static final Cell NOTHING = new Cell("–", "");
  }

  /// @param history the tests, newest first
  static HeatMap of(List<FullTestLog.FullTest> history, Search search) {
    List<FullTestLog.FullTest> all =
        history.stream().filter(test -> !test.lines().isEmpty()).toList();
    Pager pager = search.through("tests", MOST, all.size());
    List<FullTestLog.FullTest> tests =
        all.stream().skip((long) pager.page() * MOST).limit(MOST).toList().reversed();
    Map<String, List<Cell>> rows = new TreeMap<>();
    for (int column = 0; column < tests.size(); column++) {
      for (FullTestLog.Line line : tests.get(column).lines()) {
        List<Cell> cells = rows.computeIfAbsent(line.name(), name -> new ArrayList<>());
        while (cells.size() < column) {
          cells.add(Cell.NOTHING);
        }
        cells.add(cell(line));
      }
    }
    return new HeatMap(
        tests,
        rows.entrySet().stream()
            .map(row -> new Row(row.getKey(), filled(row.getValue(), tests.size())))
            .toList(),
        pager);
  }

  private static List<Cell> filled(List<Cell> cells, int size) {
    List<Cell> all = new ArrayList<>(cells);
    while (all.size() < size) {
      all.add(Cell.NOTHING);
    }
    return List.copyOf(all);
  }

  private static Cell cell(FullTestLog.Line line) {
    Optional<String> outcome = line.outcome();
    return outcome
        .map(
            word ->
                new Cell(
                    line.overall().map(BigDecimal::toPlainString).orElse(word),
                    FullTestView.colour(word)))
        .orElse(Cell.NOTHING);
  }
}
