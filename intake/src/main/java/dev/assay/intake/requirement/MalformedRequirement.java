package dev.assay.intake.requirement;

/// A declaration that does not parse. The message ends a sentence that starts with the declaration.
public final class MalformedRequirement extends Exception {
  public MalformedRequirement(String problem) {
    super(problem);
  }

  public String problem() {
    return String.valueOf(getMessage());
  }
}
