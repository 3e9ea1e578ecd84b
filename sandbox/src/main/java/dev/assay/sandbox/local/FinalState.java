package dev.assay.sandbox.local;

import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.NetworkEvidence;

/// The evidence and metrics of a sandbox that its wall time ended, complete to its end.
record FinalState(NetworkEvidence network, AccessEvidence access, Metrics metrics) {}
