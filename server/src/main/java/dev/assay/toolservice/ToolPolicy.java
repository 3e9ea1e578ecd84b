package dev.assay.toolservice;

import java.time.Duration;

/// How much of the server the tool service may use.
///
/// @param idle how long a session may be unused before it is removed
/// @param longest how long it may live at all
/// @param sessions how many a project may keep at a time
/// @param queued how many runs of a project may wait
/// @param kept how long runs that ended are remembered
public record ToolPolicy(
    Duration idle,
    Duration longest,
    int sessions,
    int queued,
    Duration kept,
    ArtifactLimits artifacts) {}
