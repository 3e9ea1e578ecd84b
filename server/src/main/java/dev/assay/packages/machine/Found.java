package dev.assay.packages.machine;

/// What a tool of this machine is configured to use, or why nothing is known of it.
public sealed interface Found<T> {
  record Known<T>(T value) implements Found<T> {}

  record Unknown<T>(String reason) implements Found<T> {}
}
