package dev.assay.web.console;

import dev.assay.skill.sandbox.lease.Lease;

/// One sandbox as the page shows it; what is not known here is a dash.
public record SandboxRow(
    Lease lease, String owner, String labels, String age, String cpu, String memory) {}
