package dev.assay.accounts;

import dev.assay.skill.Secret;

/// A token at the one moment when its text is known.
public record IssuedToken(AccessToken token, Secret text) {}
