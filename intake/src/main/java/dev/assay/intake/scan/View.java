package dev.assay.intake.scan;

import dev.assay.intake.tree.SourceText;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/// A text to be searched, and where its lines come from. A decoded text points to the line that
/// hides it.
///
/// @param how words for a finding, such as ` (inside base64)`; empty for the text as written
/// @param lineOf from a line of this view to a line of the file
/// @param written the same lines before they were changed; empty for lines of their own
record View(
    SourceText source,
    SourceText shown,
    String how,
    IntUnaryOperator lineOf,
    Optional<SourceText> written) {
  private static final String FOLDED = " (put together from pieces)";

  /// The text as written, with shell lines that end in a backslash joined. Offsets do not move.
  static View of(SourceText source) {
    String joined = source.text().replace("\\\r\n", "   ").replace("\\\n", "  ");
    SourceText shown =
        joined.equals(source.text()) ? source : new SourceText(source.path(), joined);
    return new View(source, shown, "", line -> source.lineAt(shown.start(line)), Optional.empty());
  }

  static View hidden(SourceText source, String decoded, String how, int line) {
    SourceText shown = new SourceText(source.path(), decoded);
    return new View(source, shown, how, any -> line, Optional.empty());
  }

  /// The text with its pieces put together.
  static View folded(View written, SourceText folded) {
    View joined = of(folded);
    return new View(
        written.source(), joined.shown(), FOLDED, joined.lineOf(), Optional.of(written.shown()));
  }

  /// The same lines after some characters were removed or replaced.
  static View rewritten(SourceText source, String text, String how) {
    SourceText shown = new SourceText(source.path(), text);
    return new View(source, shown, how, line -> line, Optional.of(source));
  }

  /// Whether a reader does not see the text; pieces that a document puts together are seen.
  boolean isConcealed() {
    return !how.isEmpty() && !(how.equals(FOLDED) && source.extension().equals(".md"));
  }

  /// Whether the line was already looked at as written: nothing is hidden in it.
  boolean isAsWritten(int line) {
    return written.isPresent()
        && line <= written.get().lines()
        && written.get().line(line).equals(shown.line(line));
  }
}
