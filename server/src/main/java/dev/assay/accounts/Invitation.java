package dev.assay.accounts;

import dev.assay.skill.Secret;

/// An account with a one-time password, which is shown once, for its owner.
public record Invitation(Account account, Secret password) {}
