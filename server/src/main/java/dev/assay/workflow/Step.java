package dev.assay.workflow;

/// One of several steps that may be done side by side.
public record Step<T>(String name, StepWork<T> work) {}
