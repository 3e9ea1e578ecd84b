package dev.assay.workflow;

import java.time.Instant;

/// An event of a run: `step-started`, `step-finished`, `step-failed`, `step-interrupted`,
/// `cancel-asked`, `resumed`, the state it ended in, or one of the workflow's own.
///
/// @param seq a number that grows with every event of a run
/// @param body a JSON object
public record RunEvent(long seq, Instant at, String kind, String body) {}
