package dev.assay.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void columns_fit_wide_and_joining_characters() {
    Table table = new Table("NAME", "STATE");
    table.add("表格工具", "in use");
    table.add("cafe\u0301", "failed");
    assertThat(table.toString()).isEqualTo("NAME      STATE\n表格工具  in use\ncafe\u0301      failed");
  }
}
