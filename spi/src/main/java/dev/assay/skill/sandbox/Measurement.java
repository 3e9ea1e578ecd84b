package dev.assay.skill.sandbox;

/// Optional part of a sandbox: what it has used. Claimed by [Capabilities.Feature#METRICS].
public interface Measurement {
  default Metrics metrics() {
    throw Unsupported.part(Capabilities.Feature.METRICS);
  }
}
