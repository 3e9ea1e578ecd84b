package dev.assay.web;

/// The requests that this server answers.
public enum WebDuty {
  EVERYTHING,
  /// The server answers only health requests. Other servers on the same database answer the rest.
  HEALTH
}
