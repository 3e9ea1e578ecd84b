package dev.assay.workflow.journal;

/// Signals that this server holds the run no more: another server continues it, or it has ended.
public final class OwnershipLost extends RuntimeException {
  OwnershipLost(FencingToken fence) {
    super("Run " + fence.run() + " is no longer held with epoch " + fence.epoch() + ".");
  }
}
