package dev.assay.toolservice;

/// The account behind a request.
///
/// @param account an id that never changes hands
/// @param name the name for the audit log
public record Visitor(String account, String name, Standing standing) {
  /// The rights of an account in projects of which it is no member.
  public enum Standing {
    /// May do everything.
    ADMIN,
    /// May read.
    AUDITOR,
    /// May do nothing: the projects do not exist for it.
    ACCOUNT
  }
}
