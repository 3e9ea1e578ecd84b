package dev.assay.agentservice;

import dev.assay.toolservice.Visitor;
import java.util.Optional;

/// Who sent a message, as they are now: rights are checked when something is done.
@FunctionalInterface
public interface Senders {
  /// Empty if the account is gone or disabled.
  ///
  /// @param account an id that never changes hands
  Optional<Visitor> find(String account);
}
