package dev.assay.web.access;

import dev.assay.accounts.Account;
import dev.assay.accounts.Accounts;
import dev.assay.agentservice.Senders;
import dev.assay.toolservice.Visitor;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/// Looks up the current rights of message senders by their accounts.
@Component
class AccountSenders implements Senders {
  private final Accounts accounts;

  AccountSenders(Accounts accounts) {
    this.accounts = accounts;
  }

  @Override
  public Optional<Visitor> find(String account) {
    Caller home = Caller.ownerOfTheHome();
    return account.equals(home.owner())
        ? Optional.of(ProjectVisitor.of(home))
        : accounts
            .find(UUID.fromString(account))
            .filter(found -> found.state() == Account.State.ACTIVE)
            .map(found -> ProjectVisitor.of(Caller.of(found, Optional.empty())));
  }
}
