package dev.assay.skill.sandbox;

/// What can be limited, each with its unit.
public enum Limit {
  /// Thousandths of a core.
  CPU,
  /// Bytes of all processes together.
  MEMORY,
  /// Processes and threads alive at a time.
  PROCESSES,
  /// Bytes the sandbox may add to its file system.
  DISK,
  /// Files and folders the sandbox may add.
  FILES,
  /// Milliseconds the whole sandbox may live.
  WALL
}
