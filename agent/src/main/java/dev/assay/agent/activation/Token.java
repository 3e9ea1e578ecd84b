package dev.assay.agent.activation;

import java.util.List;

/// A piece of a shell line.
sealed interface Token {
  /// A word: the text between blanks.
  record Word(List<Piece> pieces) implements Token {
    public Word {
      pieces = List.copyOf(pieces);
    }

    /// The word, if it was written without quotes, variables and substitutions.
    String plain() {
      return pieces.size() == 1 && pieces.getFirst() instanceof Literal literal && !literal.quoted()
          ? literal.text()
          : "";
    }
  }

  record Operator(String text) implements Token {}

  /// The lines of a here-document.
  record HereText(String text) implements Token {}

  /// A part of a word.
  sealed interface Piece {}

  /// @param quoted true if `*`, `?` and braces stand for themselves
  record Literal(String text, boolean quoted) implements Piece {}

  /// @param otherwise the value if the variable is not set
  record Variable(String name, String otherwise) implements Piece {}

  /// A substitution: `$(…)`, backticks, or `<(…)`.
  record Substitution(String source) implements Piece {}

  /// A value that only a running shell could know.
  record Unknown() implements Piece {}
}
