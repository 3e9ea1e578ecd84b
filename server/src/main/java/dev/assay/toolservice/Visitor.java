package dev.assay.toolservice;

/// Who asks.
///
/// @param account an id that never changes hands
/// @param name for the audit log
public record Visitor(String account, String name, Standing standing) {
  /// What an account may do in projects it is no member of.
  public enum Standing {
    /// Everything.
    ADMIN,
    /// Read.
    AUDITOR,
    /// Nothing: they do not exist.
    ACCOUNT
  }
}
