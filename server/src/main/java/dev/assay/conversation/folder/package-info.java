/// Folders that a sandbox writes into and a server reads: names from outside become harmless, and
/// no link made inside is ever followed.
@NullMarked
package dev.assay.conversation.folder;

import org.jspecify.annotations.NullMarked;
