/// Conversations: a person says something, an agent works on it with admitted skills in a sandbox
/// that belongs to the conversation, and all viewers see the same.
///
/// [dev.assay.conversation.Conversations] keeps them, [dev.assay.conversation.Chats] runs their
/// turns, [dev.assay.conversation.ConversationFiles] holds what goes in and comes out. What happens
/// in a turn is written down as events before anybody sees it, so a viewer can come later, come
/// again, or ask another server. A turn whose server died is ended by another.
@NullMarked
package dev.assay.conversation;

import org.jspecify.annotations.NullMarked;
