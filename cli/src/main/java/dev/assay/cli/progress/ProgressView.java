package dev.assay.cli.progress;

/// Shows a validation while it runs.
public interface ProgressView extends AutoCloseable {
  void show(RunStatus standing, StepFindings evidence);

  /// Something that is no step: the server is lost, the validation is cancelled.
  void note(String message);

  /// Leaves the output so that something else can be written there.
  @Override
  void close();
}
