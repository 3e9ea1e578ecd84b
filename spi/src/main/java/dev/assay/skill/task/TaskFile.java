package dev.assay.skill.task;

import java.util.Arrays;

/// An input file of a task, or a file that was made while doing it.
public final class TaskFile {
  private final String name;
  private final byte[] content;

  /// @param name a path relative to the folder it belongs to, with forward slashes
  public TaskFile(String name, byte[] content) {
    if (name.isBlank() || name.startsWith("/") || (name + "/").contains("../")) {
      throw new IllegalArgumentException("not a relative file name: " + name);
    }
    this.name = name;
    this.content = content.clone();
  }

  public String name() {
    return name;
  }

  public byte[] content() {
    return content.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaskFile file
        && file.name.equals(name)
        && Arrays.equals(file.content, content);
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + Arrays.hashCode(content);
  }

  @Override
  public String toString() {
    return name + " (" + content.length + " bytes)";
  }
}
