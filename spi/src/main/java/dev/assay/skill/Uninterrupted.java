package dev.assay.skill;

/// What has to happen also while the thread is being interrupted: a statement to the database or a
/// file that is written would break off half-way.
public final class Uninterrupted {
  private Uninterrupted() {}

  /// The interruption is in force again afterwards.
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
