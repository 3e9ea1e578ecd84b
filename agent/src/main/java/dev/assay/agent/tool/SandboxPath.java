package dev.assay.agent.tool;

import dev.assay.skill.sandbox.Layout;
import java.util.ArrayDeque;
import java.util.Deque;

/// Paths inside a sandbox as a model gives them.
final class SandboxPath {
  /// The folder of the full results of tools; it is never a product of a task.
  static final String RESULTS = "/tmp/tool-results";

  private SandboxPath() {}

  /// The path that the model gave, resolved from the working directory if it is relative.
  static String path(String given) {
    if (given.isBlank() || given.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("A path must have at least one character, and no NUL.");
    }
    return given.startsWith("/") ? given : Layout.INTERMEDIATE + "/" + given;
  }

  /// A path below a folder; one that leads out of it is refused.
  static String below(String folder, String given) {
    Deque<String> parts = new ArrayDeque<>();
    String relative = given.startsWith(folder + "/") ? given.substring(folder.length()) : given;
    if (relative.isBlank() || relative.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("The path of a file is missing.");
    }
    if (relative.startsWith("/") && !given.startsWith(folder + "/")) {
      throw outside(folder, given);
    }
    for (String part : relative.split("/", -1)) {
      if (part.equals("..")) {
        if (parts.pollLast() == null) {
          throw outside(folder, given);
        }
      } else if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    if (parts.isEmpty()) {
      throw outside(folder, given);
    }
    return folder + "/" + String.join("/", parts);
  }

  private static IllegalArgumentException outside(String folder, String given) {
    return new IllegalArgumentException(
        given + " is not a file below " + folder + ". Give a path relative to that folder.");
  }
}
