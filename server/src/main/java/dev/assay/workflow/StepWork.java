package dev.assay.workflow;

/// The work of a step. It may be interrupted at any time, and may be begun again after a crash.
@FunctionalInterface
public interface StepWork<T> {
  T run() throws Exception;
}
