package dev.assay.skill.sandbox;

import java.nio.file.Path;

/// A folder or file of the host, seen at an absolute path inside.
public record Mount(Path source, String target, Access access) {
  /// What the sandbox may do there.
  public enum Access {
    READ_ONLY,
    READ_WRITE,
    /// Read only, and every file that is opened is told in the access evidence. The sandbox gets a
    /// tree of its own, so what others read is not mixed in.
    WATCHED
  }

  public Mount {
    if (!target.startsWith("/") || target.contains("/../") || target.endsWith("/..")) {
      throw new IllegalArgumentException(
          "A mount's target is an absolute path inside the sandbox, not " + target);
    }
    if (target.length() > 1 && target.endsWith("/")) {
      target = target.substring(0, target.length() - 1);
    }
  }
}
