package dev.assay.web;

/// What this server answers.
public enum WebDuty {
  EVERYTHING,
  /// Only whether it lives; other servers with the same database answer the rest.
  HEALTH
}
