/// Who may come in: accounts with a role, their passwords, and the tokens that stand for them.
/// Knows nothing of HTTP.
///
/// A console session, a signed-in program and a named API token are all rows of one table, so that
/// one rule decides who is calling, on any server, and each can be ended at once.
@NullMarked
package dev.assay.accounts;

import org.jspecify.annotations.NullMarked;
