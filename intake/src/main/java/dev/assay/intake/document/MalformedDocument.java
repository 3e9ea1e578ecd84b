package dev.assay.intake.document;

/// The document cannot be read; the message says why and the line says where.
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
