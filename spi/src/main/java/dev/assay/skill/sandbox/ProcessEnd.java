package dev.assay.skill.sandbox;

/// Optional part of a sandbox: everything that runs in it can be ended. Claimed by
/// [Capabilities.Feature#PROCESS_END].
public interface ProcessEnd {
  /// Ends every process inside, whoever started it and whatever it does against that. Commands that
  /// are running end as killed; what is started later is not touched.
  default void endProcesses() {
    throw Unsupported.part(Capabilities.Feature.PROCESS_END);
  }
}
