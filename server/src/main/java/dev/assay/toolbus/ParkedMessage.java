package dev.assay.toolbus;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// A message that could not be handled. Everything in it is a stranger's text.
///
/// @param payload as far as it is kept
/// @param whole whether all of it is kept, so that it can be sent again
public record ParkedMessage(
    UUID id,
    String project,
    String subject,
    Map<String, String> headers,
    String payload,
    boolean whole,
    String reason,
    Instant parkedAt,
    Optional<Instant> resentAt) {}
