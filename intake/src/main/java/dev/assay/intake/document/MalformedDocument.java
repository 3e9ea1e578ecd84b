package dev.assay.intake.document;

/// A document that cannot be parsed, with the problem and its line.
public final class MalformedDocument extends Exception {
  private final int line;

  public MalformedDocument(int line, String message) {
    super(message);
    this.line = line;
  }

  public int line() {
    return line;
  }

  public String problem() {
    return String.valueOf(getMessage());
  }
}
