/// The command `assay chat`, a conversation with an agent on a terminal.
/// [dev.assay.cli.chat.ChatCommand] is the way in. [dev.assay.cli.chat.TurnFollower] follows an
/// answer and [dev.assay.cli.chat.TurnPrinter] prints it.
@NullMarked
package dev.assay.cli.chat;

import org.jspecify.annotations.NullMarked;
