package dev.assay.accounts;

import java.time.Duration;

/// The lifetimes of tokens: of a sign-in, of an unused session, the default of a named token, and
/// the longest one of a named token.
public record TokenLifetimes(
    Duration session, Duration sessionIdle, Duration api, Duration longestApi) {}
