package dev.assay.agent.tool;

/// Marks text of strangers as data.
@FunctionalInterface
public interface QuotedData {
  /// @param label words of ours for what it is
  String around(String label, String text);
}
