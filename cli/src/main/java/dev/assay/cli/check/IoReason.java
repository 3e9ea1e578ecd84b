package dev.assay.cli.check;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Describes an error of the operating system in words.
public final class IoReason {
  private IoReason() {}

  public static String words(IOException failure) {
    return switch (failure) {
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case NoSuchFileException missing -> missing.getFile() + " does not exist";
      case FileSystemException other -> other.getFile() + ": " + other.getReason();
      default -> String.valueOf(failure.getMessage());
    };
  }
}
