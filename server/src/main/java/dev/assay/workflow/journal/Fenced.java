package dev.assay.workflow.journal;

/// The run is no longer ours: another server goes on with it, or it has ended.
public final class Fenced extends RuntimeException {
  Fenced(Fence fence) {
    super("Run " + fence.run() + " is no longer held with epoch " + fence.epoch() + ".");
  }
}
