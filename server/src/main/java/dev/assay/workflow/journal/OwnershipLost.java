package dev.assay.workflow.journal;

/// The run is no longer ours: another server goes on with it, or it has ended.
public final class OwnershipLost extends RuntimeException {
  OwnershipLost(FencingToken fence) {
    super("Run " + fence.run() + " is no longer held with epoch " + fence.epoch() + ".");
  }
}
