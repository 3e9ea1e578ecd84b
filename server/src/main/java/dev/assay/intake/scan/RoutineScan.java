package dev.assay.intake.scan;

import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import java.util.List;
import java.util.Locale;

/// Finds instructions that have data sent elsewhere as a matter of routine: "after any task …", and
/// a few lines below a command or sentence that sends.
final class RoutineScan {
  private static final int BELOW = 10;
  private static final Regex ROUTINE =
      new Regex(
          "(?i)\\b(?:after|before|when)\\s+(?:finishing\\s+|completing\\s+|editing\\s+)?(?:any|every|each|all|a)\\s+(?:\\w+\\s+){0,3}(?:tasks?|operations?|changes?|edits?|requests?|responses?|retrievals?|interactions?|sessions?)\\b|\\balways\\s+(?:execute|run|perform|include|do)\\s+the\\s+following\\b|\\bmake\\s+sure\\s+no\\s+data\\s+is\\s+lost\\b");
  private static final Regex SENDS =
      new Regex(
          "(?i)\\bcurl\\b[^\\n"
              + "]*\\s-X\\s*POST\\b[^\\n"
              + "]*https?://[^\\n"
              + "]*\\s(?:-F|-d|--data\\S*|--form)\\b|\\b(?:upload|send|transmit|forward)\\b[^\\n"
              + "]{0,80}\\bto\\s+(?:our|the|a|this)\\s+(?:\\w+\\s+){0,4}(?:server|collector|endpoint|webhook)\\b");
  private static final Regex OWN =
      new Regex("(?i)localhost|127\\.0\\.0\\.1|\\bMCP\\b|\\bdev\\s+server\\b");

  /// Each sentence that sends holds one of these words; looking for them is much faster.
  private static final List<String> SENDING =
      List.of("curl", "upload", "send", "transmit", "forward");

  private RoutineScan() {}

  static void look(SourceText source, FindingList findings) {
    if (!source.text().contains("POST")
        && !source.text().contains("server")
        && !source.text().contains("collector")
        && !source.text().contains("endpoint")) {
      return;
    }
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      String lower = text.toLowerCase(Locale.ROOT);
      if (SENDING.stream().anyMatch(lower::contains) && SENDS.finds(text) && !OWN.finds(text)) {
        int routine = routineAbove(source, line);
        if (routine > 0) {
          findings.add(
              ScanRule.AGAINST_USER.at(
                  source.path(),
                  line,
                  "Data is to be sent elsewhere as a routine that line " + routine + " starts.",
                  SecretScan.mask(text)));
          return;
        }
      }
    }
  }

  /// The nearest line that starts a routine; 0 if there is none.
  private static int routineAbove(SourceText source, int line) {
    for (int above = line; above >= Math.max(1, line - BELOW); above--) {
      if (ROUTINE.finds(source.line(above))) {
        return above;
      }
    }
    return 0;
  }
}
