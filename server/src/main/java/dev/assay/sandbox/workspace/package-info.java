/// The sandboxes in which agents work, and the folders of the host they share: the same for a task
/// of a validation and for a turn of a conversation.
@NullMarked
package dev.assay.sandbox.workspace;

import org.jspecify.annotations.NullMarked;
