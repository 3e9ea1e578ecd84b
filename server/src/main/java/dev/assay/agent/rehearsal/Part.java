package dev.assay.agent.rehearsal;

import java.util.List;

/// A fenced section of a prompt.
public record Part(String label, String text) {
  /// The text with a label; empty if there is none.
  static String text(List<Part> parts, String label) {
    return parts.stream()
        .filter(part -> part.label().equals(label))
        .map(Part::text)
        .findFirst()
        .orElse("");
  }
}
