package dev.assay.skill.sandbox;

import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;

/// A folder or file of the host, seen at an absolute path inside.
///
/// @param source the path on the host. Engines follow no link on the way to it and refuse the mount
///   instead, because the link may have been made after the path was checked
public record Mount(Path source, String target, Access access) {
  /// The access that the sandbox has.
  public enum Access {
    READ_ONLY,
    READ_WRITE,
    /// Read only, and access evidence records every opened file. The sandbox gets a tree of its
    /// own, so its evidence is not mixed with that of others.
    WATCHED
  }

  /// Resolves links in the source now. Only for paths that no one but their owner can change.
  public static Mount resolved(Path source, String target, Access access) {
    try {
      return new Mount(source.toRealPath(), target, access);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED, "%s cannot be mounted: %s.".formatted(source, e), e);
    }
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
