package dev.assay.agent.activation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The working folder and the variables at one point of a shell line. A variable may have several
/// possible values.
final class Scope {
  private String folder;
  private final Map<String, List<String>> variables;

  Scope(String folder) {
    this(folder, Map.of());
  }

  private Scope(String folder, Map<String, List<String>> variables) {
    this.folder = folder;
    this.variables = new HashMap<>(variables);
  }

  Scope copy() {
    return new Scope(folder, variables);
  }

  String folder() {
    return folder;
  }

  void enter(String path) {
    folder = ListedFolders.resolve(folder, path);
  }

  void set(String name, List<String> values) {
    variables.put(name, values);
  }

  List<String> values(String name, String otherwise) {
    if (name.equals("PWD")) {
      return List.of(Patterns.quote(folder));
    }
    List<String> values = variables.get(name);
    if (values != null) {
      return values;
    }
    return List.of(otherwise.isEmpty() ? "*" : otherwise);
  }
}
