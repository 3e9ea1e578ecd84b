/// Shared parts of the commands for terminals. [dev.assay.cli.terminal.ExitCode] lists the exit
/// codes, [dev.assay.cli.terminal.Table] prints tables, [dev.assay.cli.terminal.Interrupts] handles
/// Ctrl-C, and [dev.assay.cli.terminal.TerminalUser] asks the user.
@NullMarked
package dev.assay.cli.terminal;

import org.jspecify.annotations.NullMarked;
