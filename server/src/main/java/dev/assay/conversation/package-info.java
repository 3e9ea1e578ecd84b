/// Conversations: an agent works on a person's messages with admitted skills, in a sandbox that
/// belongs to the conversation, and all viewers see the same.
///
/// Start with [dev.assay.conversation.Chats], which runs the turns.
/// [dev.assay.conversation.Conversations] keeps the list, and
/// [dev.assay.conversation.ConversationFiles] holds the uploads and the results. The events of a
/// turn are written before viewers see them, so a viewer can come later, come again, or ask another
/// server. A turn whose server died is ended by another.
@NullMarked
package dev.assay.conversation;

import org.jspecify.annotations.NullMarked;
