package dev.assay.validation.evidence;

/// A model that does the tasks of a run.
///
/// @param model the name of the model; empty for the usual one, whose name may change
/// @param suffix the suffix of its steps' names; empty for a single executor
public record Executor(String model, String suffix) {
  /// The executor of a run with a single executor.
  public static final Executor USUAL = new Executor("", "");

  /// Creates one of several executors.
  public static Executor named(String model) {
    return new Executor(model, " by " + model);
  }

  /// Returns the name of one of its steps.
  public String step(String name) {
    return name + suffix;
  }
}
