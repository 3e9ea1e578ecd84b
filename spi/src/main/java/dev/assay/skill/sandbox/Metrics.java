package dev.assay.skill.sandbox;

import java.time.Duration;

/// What a sandbox has used so far. Figures an engine cannot know are zero.
public record Metrics(
    Duration cpu, long peakMemory, long diskRead, long diskWritten, long diskUsed, int processes) {}
