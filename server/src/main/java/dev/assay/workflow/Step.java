package dev.assay.workflow;

/// One of several steps that may be performed in parallel.
public record Step<T>(String name, StepWork<T> work) {}
