package dev.assay.contents;

/// Signals a package that cannot be put into an image. The message names the package and the
/// reason, in words for the author of the skill.
public final class UnusablePackage extends RuntimeException {
  private static final long serialVersionUID = 1;

  public UnusablePackage(String message) {
    super(message);
  }

  /// The message. It is the same as [#getMessage()], which may be null in general but is not here.
  public String reason() {
    return String.valueOf(getMessage());
  }
}
