package dev.assay.intake.document;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A value in a document, with the line it starts on.
public sealed interface Node {
  int line();

  /// Returns the value's kind in words.
  default String kind() {
    return switch (this) {
      case Text text -> text.style() == Style.LITERAL ? "a number, true, false or null" : "text";
      case Items items -> "a list";
      case Fields fields -> "a mapping";
    };
  }

  /// The notation of a scalar.
  enum Style {
    PLAIN,
    QUOTED,
    /// A YAML block scalar, `|` or `>`.
    BLOCK,
    /// A JSON number, boolean or null.
    LITERAL
  }

  record Text(String text, Style style, int line) implements Node {}

  record Items(List<Node> items, int line) implements Node {
    public Items {
      items = List.copyOf(items);
    }
  }

  /// @param fields the fields in the order of the document
  /// @param keyLines the line of each key
  record Fields(Map<String, Node> fields, Map<String, Integer> keyLines, int line) implements Node {
    public Optional<Node> find(String key) {
      return Optional.ofNullable(fields.get(key));
    }

    public int lineOf(String key) {
      return keyLines.getOrDefault(key, line);
    }
  }
}
