package dev.assay.agentservice;

import dev.assay.toolservice.Visitor;
import java.util.Optional;

/// The senders of messages with their present rights. Rights are checked at the time of an action.
@FunctionalInterface
public interface Senders {
  /// The sender of an account; empty if the account is gone or disabled.
  ///
  /// @param account an id that never changes hands
  Optional<Visitor> find(String account);
}
