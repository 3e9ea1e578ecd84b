package dev.assay.packages.machine;

/// The configuration of one of this machine's tools, or the reason why it is not known.
public sealed interface Found<T> {
  record Known<T>(T value) implements Found<T> {}

  record Unknown<T>(String reason) implements Found<T> {}
}
