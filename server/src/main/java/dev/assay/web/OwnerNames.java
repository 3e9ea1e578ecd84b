package dev.assay.web;

import dev.assay.accounts.Account;
import dev.assay.accounts.Accounts;
import java.util.UUID;
import org.springframework.stereotype.Component;

/// The names of those whose conversations and sandboxes are kept by the ids of their accounts.
@Component
public final class OwnerNames {
  private final Accounts accounts;

  OwnerNames(Accounts accounts) {
    this.accounts = accounts;
  }

  /// The account's name; what is no account's id stays as it is.
  public String of(String owner) {
    try {
      return accounts.find(UUID.fromString(owner)).map(Account::name).orElse(owner);
    } catch (IllegalArgumentException e) {
      return owner;
    }
  }
}
