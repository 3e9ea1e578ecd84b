package dev.assay.intake.scan;

import dev.assay.intake.tree.SourceText;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/// A text to search, with the origin of its lines. The lines of a decoded text belong to the line
/// that hides it.
///
/// @param how the words for a finding, such as ` (inside base64)`; empty for the text as written
/// @param lineOf the map from a line of this view to a line of the file
/// @param written the text as written with the same lines; empty if the lines differ
record View(
    SourceText source,
    SourceText shown,
    String how,
    IntUnaryOperator lineOf,
    Optional<SourceText> written) {
  private static final String FOLDED = " (put together from pieces)";

  /// Returns the text as written, with shell lines joined that end in a backslash. Offsets do not
  /// change.
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

  /// Returns the text with joined pieces.
  static View folded(View written, SourceText folded) {
    View joined = of(folded);
    return new View(
        written.source(), joined.shown(), FOLDED, joined.lineOf(), Optional.of(written.shown()));
  }

  /// Returns the text with some characters removed or replaced. The lines stay the same.
  static View rewritten(SourceText source, String text, String how) {
    SourceText shown = new SourceText(source.path(), text);
    return new View(source, shown, how, line -> line, Optional.of(source));
  }

  /// Returns whether the text is hidden from a reader. Pieces that a document shows side by side
  /// are not hidden.
  boolean isConcealed() {
    return !how.isEmpty() && !(how.equals(FOLDED) && source.extension().equals(".md"));
  }

  /// Returns whether the line is the same as written, so that it was already searched.
  boolean isAsWritten(int line) {
    return written.isPresent()
        && line <= written.get().lines()
        && written.get().line(line).equals(shown.line(line));
  }
}
