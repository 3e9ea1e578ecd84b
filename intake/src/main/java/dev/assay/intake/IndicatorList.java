package dev.assay.intake;

import dev.assay.intake.scan.Indicators;
import java.util.ArrayList;
import java.util.List;

/// A list of known attacks: a line `version N`, and lines of `host|address|text VALUE REASON`.
/// Lines that begin with `#` are comments.
///
/// @param version the number of this list; a list cannot replace one with the same or a higher
///   number
public record IndicatorList(long version, List<String> lines) {
  private static final String VERSION = "version ";

  public IndicatorList {
    lines = List.copyOf(lines);
  }

  /// @throws IllegalArgumentException if the version is missing or a line cannot be read
  public static IndicatorList parse(String text) {
    List<String> lines = new ArrayList<>();
    long version = 0;
    for (String each : text.lines().map(String::strip).toList()) {
      if (each.startsWith(VERSION) && version == 0) {
        version = number(each.substring(VERSION.length()));
      } else if (!each.isEmpty() && !each.startsWith("#")) {
        lines.add(each);
      }
    }
    if (version < 1) {
      throw new IllegalArgumentException("there is no line `version N` with a number above 0");
    }
    Indicators.of(lines);
    return new IndicatorList(version, lines);
  }

  /// Returns the number of indicators that are shipped with this version of Assay.
  public static int shipped() {
    return Indicators.shipped().size();
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException _) {
      throw new IllegalArgumentException("\"" + text + "\" is not a number of a version");
    }
  }
}
