package dev.assay.web.console;

import dev.assay.skill.sandbox.lease.Lease;

/// A sandbox as the page shows it. An unknown value is shown as a dash.
public record SandboxRow(
    Lease lease, String owner, String labels, String age, String cpu, String memory) {}
