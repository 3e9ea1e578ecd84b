package dev.assay.cli.progress;

/// Shows a validation while it runs.
public interface ProgressView extends AutoCloseable {
  void show(RunStatus standing, StepFindings evidence);

  /// Shows an event that is not a step, such as a lost server or a cancelled validation.
  void note(String message);

  /// Releases the output for other text.
  @Override
  void close();
}
