/// `assay chat`: a conversation with an agent, in a terminal.
@NullMarked
package dev.assay.cli.chat;

import org.jspecify.annotations.NullMarked;
