package dev.assay.agent.tool;

/// Marks foreign text as data.
@FunctionalInterface
public interface QuotedData {
  /// @param label a trusted name for the text
  String around(String label, String text);
}
