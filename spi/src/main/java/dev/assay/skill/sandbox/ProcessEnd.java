package dev.assay.skill.sandbox;

/// Optional part of a sandbox: the end of all processes in it. Claimed by
/// [Capabilities.Feature#PROCESS_END].
public interface ProcessEnd {
  /// Ends every process inside, even one that resists. Running commands end as killed; commands
  /// started later are not affected.
  default void endProcesses() {
    throw Unsupported.part(Capabilities.Feature.PROCESS_END);
  }
}
