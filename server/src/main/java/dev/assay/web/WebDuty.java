package dev.assay.web;

/// The requests that this server answers.
public enum WebDuty {
  EVERYTHING,
  /// Only health requests. Other servers with the same database answer the rest.
  HEALTH
}
