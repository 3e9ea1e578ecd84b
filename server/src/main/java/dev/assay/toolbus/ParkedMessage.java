package dev.assay.toolbus;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/// A message that could not be handled. All of its text is untrusted.
///
/// @param payload the kept part of the payload
/// @param whole true if all of it is kept, so that it can be sent again
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
