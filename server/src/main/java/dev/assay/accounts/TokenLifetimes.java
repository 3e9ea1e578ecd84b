package dev.assay.accounts;

import java.time.Duration;

/// How long tokens live: what a sign-in gets, when an unused session ends, what a named token gets
/// unless it asks for less or more, and the most it may ask for.
public record TokenLifetimes(
    Duration session, Duration sessionIdle, Duration api, Duration longestApi) {}
