package dev.assay.storage.objects;

import java.io.IOException;

/// Signals that the bytes of an object ended too early, or arrived changed.
public final class BrokenOffException extends IOException {
  public BrokenOffException(String message) {
    super(message);
  }

  public BrokenOffException(String message, Exception cause) {
    super(message, cause);
  }
}
