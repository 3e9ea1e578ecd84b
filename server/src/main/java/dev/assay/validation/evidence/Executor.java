package dev.assay.validation.evidence;

/// A model that does the tasks of a run.
///
/// @param model its name; empty for the usual one, whatever it is called
/// @param suffix what the names of its steps end with; empty where it is the only one
public record Executor(String model, String suffix) {
  /// The only one.
  public static final Executor USUAL = new Executor("", "");

  /// One of several.
  public static Executor named(String model) {
    return new Executor(model, " by " + model);
  }

  /// The name of one of its steps.
  public String step(String name) {
    return name + suffix;
  }
}
