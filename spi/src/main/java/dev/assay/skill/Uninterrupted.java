package dev.assay.skill;

/// Runs work that must not be interrupted: an interrupt would break off a database statement or a
/// file half-way.
public final class Uninterrupted {
  private Uninterrupted() {}

  /// Runs the work, and restores an earlier interrupt afterwards.
  public static void run(Runnable work) {
    boolean interrupted = Thread.interrupted();
    try {
      work.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
