package dev.assay.cli.sandbox;

import picocli.CommandLine.Command;

/// The command `assay sandbox`.
@Command(
    name = "sandbox",
    description = "Runs commands in a sandbox of this machine.",
    mixinStandardHelpOptions = true,
    subcommands = {SandboxRunCommand.class})
public final class SandboxCommand {}
