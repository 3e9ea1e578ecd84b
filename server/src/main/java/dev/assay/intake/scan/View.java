package dev.assay.intake.scan;

import dev.assay.intake.tree.SourceText;
import java.util.function.IntUnaryOperator;

/// A text to be searched, and where its lines come from. A decoded text points to the line that
/// hides it.
///
/// @param how words for a finding, such as ` (inside base64)`; empty for the text as written
/// @param lineOf from a line of this view to a line of the file
record View(SourceText source, SourceText shown, String how, IntUnaryOperator lineOf) {
  /// The text as written, with shell lines that end in a backslash joined. Offsets do not move.
  static View of(SourceText source) {
    String joined = source.text().replace("\\\r\n", "   ").replace("\\\n", "  ");
    SourceText shown =
        joined.equals(source.text()) ? source : new SourceText(source.path(), joined);
    return new View(source, shown, "", line -> source.lineAt(shown.start(line)));
  }

  static View hidden(SourceText source, String decoded, String how, int line) {
    return new View(source, new SourceText(source.path(), decoded), how, any -> line);
  }

  /// The text with its pieces put together.
  static View folded(SourceText source, SourceText folded) {
    View joined = of(folded);
    return new View(source, joined.shown(), " (put together from pieces)", joined.lineOf());
  }

  /// The same lines after some characters were removed or replaced.
  static View rewritten(SourceText source, String text, String how) {
    return new View(source, new SourceText(source.path(), text), how, line -> line);
  }
}
