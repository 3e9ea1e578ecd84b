package dev.assay.storage.objects;

import java.io.IOException;

/// The bytes of an object broke off before its end, or came changed.
public final class BrokenOffException extends IOException {
  public BrokenOffException(String message) {
    super(message);
  }

  public BrokenOffException(String message, Exception cause) {
    super(message, cause);
  }
}
