package dev.assay.agent.tool;

import java.util.ArrayDeque;
import java.util.Deque;

/// Where things are inside a sandbox, the same in validation and in conversations.
public final class Place {
  public static final String UPLOADS = "/workspace/uploads";
  public static final String WORK = "/workspace/intermediate";
  public static final String SKILLS = "/workspace/skills";

  /// Where long results of tools are kept; no task's product.
  static final String RESULTS = "/tmp/tool-results";

  private Place() {}

  /// A path as the model gave it, from the working directory if it is relative.
  static String path(String given) {
    if (given.isBlank() || given.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("A path must have at least one character, and no NUL.");
    }
    return given.startsWith("/") ? given : WORK + "/" + given;
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
