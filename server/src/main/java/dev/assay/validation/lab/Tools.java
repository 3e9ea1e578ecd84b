package dev.assay.validation.lab;

import dev.assay.agent.Models;

/// What tasks are written, done and judged with.
public record Tools(
    Models models,
    Shelf shelf,
    Specimens specimens,
    Preparation preparation,
    Trials trials,
    Judging judging) {}
