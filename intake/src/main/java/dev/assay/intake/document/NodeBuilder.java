package dev.assay.intake.document;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Enforces the limits on depth and size while a tree is built.
final class NodeBuilder {
  static final int MAX_NODES = 10_000;
  static final int MAX_DEPTH = 32;

  private int nodes;

  void count(int line, int added) throws MalformedDocument {
    nodes += added;
    if (nodes > MAX_NODES) {
      throw new MalformedDocument(line, "more than " + MAX_NODES + " values");
    }
  }

  static void depth(int line, int depth) throws MalformedDocument {
    if (depth > MAX_DEPTH) {
      throw new MalformedDocument(line, "more than " + MAX_DEPTH + " levels");
    }
  }

  /// Returns the number of nodes after all aliases are expanded, capped just above the limit.
  static int weight(Node node) {
    return switch (node) {
      case Node.Text text -> 1;
      case Node.Items items -> 1 + weight(items.items());
      case Node.Fields fields -> 1 + weight(List.copyOf(fields.fields().values()));
    };
  }

  private static int weight(List<Node> nodes) {
    int sum = 0;
    for (Node node : nodes) {
      sum = Math.min(MAX_NODES + 1, sum + weight(node));
    }
    return sum;
  }

  /// Collects a mapping's fields and refuses a key that occurs twice.
  static final class FieldsBuilder {
    private final Map<String, Node> fields = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new LinkedHashMap<>();
    private final int line;

    FieldsBuilder(int line) {
      this.line = line;
    }

    void put(String key, int keyLine, Node value) throws MalformedDocument {
      if (fields.putIfAbsent(key, value) != null) {
        throw new MalformedDocument(keyLine, "the key \"" + key + "\" occurs twice");
      }
      lines.put(key, keyLine);
    }

    Node.Fields build() {
      return new Node.Fields(fields, lines, line);
    }
  }
}
