package dev.assay.toolservice;

import java.time.Duration;

/// The limits of the tool service on a server.
///
/// @param idle the time after which an unused session is removed
/// @param longest the longest lifetime of a session
/// @param sessions the number of sessions that a project may keep at a time
/// @param queued the number of runs of a project that may wait
/// @param kept the time for which ended runs are kept
public record ToolPolicy(
    Duration idle,
    Duration longest,
    int sessions,
    int queued,
    Duration kept,
    ArtifactLimits artifacts) {}
