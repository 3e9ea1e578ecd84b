package dev.assay.contents;

/// A package that cannot be put into an image as it is. Its message says which and why, in words
/// for the author of the skill.
public final class UnusablePackage extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UnusablePackage(String message) {
    super(message);
  }

  /// The same as [#getMessage()], which may be null in general but is not here.
  public String reason() {
    return String.valueOf(getMessage());
  }
}
