/// Authentication: accounts with a role, their passwords, and their tokens. Nothing here depends on
/// HTTP. Start with [Accounts] and [Tokens].
///
/// A console session, a signed-in program and a named API token are all rows of one table. So one
/// rule identifies the caller on any server, and each token can be ended at once.
@NullMarked
package dev.assay.accounts;

import org.jspecify.annotations.NullMarked;
