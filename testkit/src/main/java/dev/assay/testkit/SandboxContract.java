package dev.assay.testkit;

/// The contract that a sandbox engine must pass before it may run a skill: a subclass with that
/// engine must succeed. The engine must refuse features it does not claim; everything else must
/// work.
public abstract class SandboxContract
    implements SandboxClaims,
        SandboxCommands,
        SandboxKilling,
        SandboxFileWork,
        SandboxNetworks,
        SandboxBounds,
        SandboxPorts,
        SandboxHostility,
        SandboxLayers,
        SandboxFixedFolders,
        SandboxLives {}
