package dev.assay.web.console.skill;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The tabs of a skill's page, each with an address of its own.
public enum Tab {
  OVERVIEW("Overview"),
  TASKS("Tasks"),
  NETWORK("Network"),
  DEPENDENCIES("Dependencies"),
  REGRESSION("Regression"),
  FINDINGS("Static findings"),
  FILES("Files"),
  REPORT("Report"),
  COSTS("Costs"),
  HISTORY("History"),
  AUDIT("Audit");

  private final String title;

  Tab(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }

  /// Returns the tab's part of the address, which is also the name of its template.
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Tab> find(String word) {
    return Stream.of(values()).filter(tab -> tab.word().equals(word)).findFirst();
  }
}
