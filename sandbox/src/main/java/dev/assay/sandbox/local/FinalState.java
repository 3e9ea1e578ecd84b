package dev.assay.sandbox.local;

import dev.assay.skill.sandbox.AccessEvidence;
import dev.assay.skill.sandbox.Metrics;
import dev.assay.skill.sandbox.NetworkEvidence;

/// What is known of a sandbox that its wall time ended: everything up to its end.
record FinalState(NetworkEvidence network, AccessEvidence access, Metrics metrics) {}
