package dev.assay.skill.sandbox;

/// Optional part of a sandbox: its use of resources. Claimed by [Capabilities.Feature#METRICS].
public interface Measurement {
  default Metrics metrics() {
    throw Unsupported.part(Capabilities.Feature.METRICS);
  }
}
