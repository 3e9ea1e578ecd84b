package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.conversation.Chats;
import dev.assay.conversation.Conversation;
import dev.assay.conversation.Conversations;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.access.Caller;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Conversations")
class ConversationsController {
  private static final int LARGEST_PAGE = 200;

  private final Conversations conversations;
  private final Chats chats;

  ConversationsController(Conversations conversations, Chats chats) {
    this.conversations = conversations;
    this.chats = chats;
  }

  record ConversationBody(@Nullable String title, @Nullable Boolean archived) {}

  record ConversationAnswer(
      UUID id,
      String title,
      boolean archived,
      boolean running,
      int turns,
      @JsonProperty("last_event_id") long lastEventId,
      @JsonProperty("created_at") Instant createdAt,
      @JsonProperty("updated_at") Instant updatedAt) {
    static ConversationAnswer of(Conversation conversation) {
      return new ConversationAnswer(
          conversation.id(),
          conversation.title(),
          conversation.archived(),
          conversation.running(),
          conversation.turns(),
          conversation.lastEvent(),
          conversation.createdAt(),
          conversation.updatedAt());
    }
  }

  record ConversationList(List<ConversationAnswer> conversations, int page, int size, long total) {}

  /// The part of another user's conversation that administrators see.
  record ConversationFacts(
      UUID id,
      String owner,
      boolean archived,
      boolean running,
      int turns,
      @JsonProperty("created_at") Instant createdAt,
      @JsonProperty("updated_at") Instant updatedAt) {}

  record ConversationFactsList(
      List<ConversationFacts> conversations, int page, int size, long total) {}

  @PostMapping("/api/conversations")
  @ResponseStatus(HttpStatus.CREATED)
  @Refuses({ErrorCode.CONVERSATION_NOT_FOUND, ErrorCode.TOO_MANY_CONVERSATIONS})
  @Operation(operationId = "createConversation", summary = "Begin a conversation")
  ConversationAnswer create(
      @RequestBody(required = false) @Nullable ConversationBody body,
      @AuthenticationPrincipal Caller caller) {
    Optional<String> title = Optional.ofNullable(body).map(ConversationBody::title);
    return ConversationAnswer.of(conversations.create(caller.owner(), caller.getName(), title));
  }

  @GetMapping("/api/conversations")
  @Operation(operationId = "listConversations", summary = "Your conversations, the latest first")
  ConversationList list(
      @RequestParam(name = "archived", required = false) @Nullable Boolean archived,
      @RequestParam(name = "q", defaultValue = "") String text,
      @RequestParam(name = "page", defaultValue = "0") int page,
      @RequestParam(name = "size", defaultValue = "50") int size,
      @AuthenticationPrincipal Caller caller) {
    requirePage(page, size);
    Conversations.Page found =
        conversations.list(caller.owner(), Optional.ofNullable(archived), text, page, size);
    return new ConversationList(
        found.conversations().stream().map(ConversationAnswer::of).toList(),
        page,
        size,
        found.total());
  }

  @GetMapping("/api/conversations/{id}")
  @Refuses(ErrorCode.CONVERSATION_NOT_FOUND)
  @Operation(operationId = "getConversation", summary = "One conversation")
  ConversationAnswer get(@PathVariable("id") UUID id, @AuthenticationPrincipal Caller caller) {
    return ConversationAnswer.of(conversations.load(id, caller.owner()));
  }

  @PatchMapping("/api/conversations/{id}")
  @Refuses(ErrorCode.CONVERSATION_NOT_FOUND)
  @Operation(operationId = "changeConversation", summary = "Rename or archive a conversation")
  ConversationAnswer change(
      @PathVariable("id") UUID id,
      @RequestBody ConversationBody body,
      @AuthenticationPrincipal Caller caller) {
    return ConversationAnswer.of(
        conversations.change(
            id,
            caller.owner(),
            Optional.ofNullable(body.title()),
            Optional.ofNullable(body.archived())));
  }

  @DeleteMapping("/api/conversations/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Refuses({
    ErrorCode.BLOB_STORE_FAILED,
    ErrorCode.CONVERSATION_NOT_FOUND,
    ErrorCode.HOME_UNUSABLE,
    ErrorCode.SANDBOX_FAILED,
    ErrorCode.SANDBOX_FILE_NOT_FOUND,
    ErrorCode.SANDBOX_FILE_REFUSED,
    ErrorCode.SANDBOX_GONE,
    ErrorCode.SANDBOX_UNAVAILABLE,
    ErrorCode.TURN_IN_PROGRESS
  })
  @Operation(
      operationId = "deleteConversation",
      summary = "Forget a conversation with its files and its sandbox")
  void delete(@PathVariable("id") UUID id, @AuthenticationPrincipal Caller caller) {
    chats.delete(id, caller.owner(), caller.getName());
  }

  @GetMapping("/api/admin/conversations")
  @Operation(
      operationId = "listAllConversations",
      summary = "Everybody's conversations, without what was said")
  ConversationFactsList listAll(
      @RequestParam(name = "page", defaultValue = "0") int page,
      @RequestParam(name = "size", defaultValue = "50") int size) {
    requirePage(page, size);
    Conversations.Page found = conversations.listAll(page, size);
    return new ConversationFactsList(
        found.conversations().stream()
            .map(
                each ->
                    new ConversationFacts(
                        each.id(),
                        each.owner(),
                        each.archived(),
                        each.running(),
                        each.turns(),
                        each.createdAt(),
                        each.updatedAt()))
            .toList(),
        page,
        size,
        found.total());
  }

  private static void requirePage(int page, int size) {
    if (page < 0 || size < 1 || size > LARGEST_PAGE) {
      throw new AssayException(
          ErrorCode.BAD_REQUEST, "page counts from 0, size from 1 to " + LARGEST_PAGE + ".");
    }
  }
}
