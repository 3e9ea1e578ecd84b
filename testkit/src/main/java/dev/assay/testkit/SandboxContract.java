package dev.assay.testkit;

/// What any sandbox engine must show before it may run a skill. An engine is accepted when a
/// subclass with that engine passes. What an engine does not claim it must refuse; everything else
/// must work.
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
