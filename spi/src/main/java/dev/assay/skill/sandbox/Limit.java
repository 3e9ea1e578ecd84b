package dev.assay.skill.sandbox;

/// A resource that can be limited, with its unit.
public enum Limit {
  /// Thousandths of a core.
  CPU,
  /// Bytes of all processes together.
  MEMORY,
  /// Processes and threads alive at the same time.
  PROCESSES,
  /// Bytes the sandbox may add to its file system.
  DISK,
  /// Files and folders the sandbox may add.
  FILES,
  /// Milliseconds the whole sandbox may live.
  WALL
}
