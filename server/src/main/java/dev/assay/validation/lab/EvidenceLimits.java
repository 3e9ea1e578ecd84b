package dev.assay.validation.lab;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Limits the evidence kept of a skill's output and behaviour. A skill that prints or tries without
/// end can fill neither the journal nor a report.
final class EvidenceLimits {
  private static final int LONGEST_TEXT = 32_000;
  private static final int LONGEST_ITEM = 300;
  private static final int MOST_ITEMS = 200;

  private EvidenceLimits() {}

  /// Cuts a long text to its beginning and its end.
  static String text(String text) {
    if (text.length() <= LONGEST_TEXT) {
      return text;
    }
    int half = LONGEST_TEXT / 2;
    return text.substring(0, half)
        + "\n[... "
        + (text.length() - LONGEST_TEXT)
        + " characters cut ...]\n"
        + text.substring(text.length() - half);
  }

  static List<String> items(Collection<String> all) {
    List<String> kept = new ArrayList<>();
    for (String item : all) {
      if (kept.size() == MOST_ITEMS) {
        kept.add("and " + (all.size() - MOST_ITEMS) + " more");
        break;
      }
      kept.add(item.length() <= LONGEST_ITEM ? item : item.substring(0, LONGEST_ITEM) + "…");
    }
    return kept;
  }
}
