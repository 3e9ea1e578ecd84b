package dev.assay.packages.format;

/// An answer that is no page of a package index; the message says what it is instead.
public final class NotAnIndex extends Exception {
  public NotAnIndex(String message) {
    super(message);
  }

  public String found() {
    return String.valueOf(getMessage());
  }
}
