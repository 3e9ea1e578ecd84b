package dev.assay.accounts;

import dev.assay.skill.Secret;

/// An account with the one-time password that is shown once, to be handed to its owner.
public record Invitation(Account account, Secret password) {}
