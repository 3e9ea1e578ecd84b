package dev.assay.agent.rehearsal;

import java.util.List;

/// A fenced section of a prompt.
public record PromptSection(String label, String text) {
  /// The text with a label; empty if there is none.
  static String text(List<PromptSection> parts, String label) {
    return parts.stream()
        .filter(part -> part.label().equals(label))
        .map(PromptSection::text)
        .findFirst()
        .orElse("");
  }
}
