package dev.assay.skill;

/// A file of a skill.
///
/// @param path the path relative to the skill's folder, with forward slashes
/// @param executable the executable bit, the only part of the Unix mode that survives intake
public record BundleFile(String path, long size, boolean executable, Digest digest) {
  public BundleFile {
    if (path.isEmpty() || path.startsWith("/") || path.contains("\\") || path.contains("//")) {
      throw new IllegalArgumentException("not a relative path: " + path);
    }
    for (String part : path.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        throw new IllegalArgumentException("not a relative path: " + path);
      }
    }
    if (size < 0) {
      throw new IllegalArgumentException("a size cannot be negative");
    }
  }
}
