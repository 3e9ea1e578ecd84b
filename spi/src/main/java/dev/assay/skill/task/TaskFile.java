package dev.assay.skill.task;

import java.util.Base64;

/// An input file of a task, or a file that was made during it.
///
/// @param name a path relative to the folder it belongs to, with forward slashes
/// @param base64 the bytes in Base64, as they are stored
public record TaskFile(String name, String base64) {
  public TaskFile {
    if (name.isBlank()
        || name.startsWith("/")
        || name.indexOf('\0') >= 0
        || (name + "/").contains("../")) {
      throw new IllegalArgumentException("not a relative file name: " + name);
    }
  }

  public TaskFile(String name, byte[] content) {
    this(name, Base64.getEncoder().encodeToString(content));
  }

  public byte[] content() {
    return Base64.getDecoder().decode(base64);
  }

  @Override
  public String toString() {
    return name + " (" + content().length + " bytes)";
  }
}
