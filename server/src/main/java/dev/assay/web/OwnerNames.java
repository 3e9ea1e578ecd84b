package dev.assay.web;

import dev.assay.accounts.Account;
import dev.assay.accounts.Accounts;
import java.util.UUID;
import org.springframework.stereotype.Component;

/// Finds the names of the owners of conversations and sandboxes, which are stored by account id.
@Component
public final class OwnerNames {
  private final Accounts accounts;

  OwnerNames(Accounts accounts) {
    this.accounts = accounts;
  }

  /// Returns the account's name, or the given text if it is no account's id.
  public String of(String owner) {
    try {
      return accounts.find(UUID.fromString(owner)).map(Account::name).orElse(owner);
    } catch (IllegalArgumentException e) {
      return owner;
    }
  }
}
