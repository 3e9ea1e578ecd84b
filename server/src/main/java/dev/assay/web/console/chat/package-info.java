/// The pages of conversations with agents. [dev.assay.web.console.chat.ChatsPage] lists
/// conversations, [dev.assay.web.console.chat.ChatPage] shows one, and
/// [dev.assay.web.console.chat.FilesPage] its files.
@NullMarked
package dev.assay.web.console.chat;

import org.jspecify.annotations.NullMarked;
