package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.conversation.Chats;
import dev.assay.conversation.Conversations;
import dev.assay.conversation.Question;
import dev.assay.conversation.Turn;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.access.Caller;
import dev.assay.web.description.Shape;
import dev.assay.web.errors.NeedsSpace;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.JsonNode;

@RestController
@RequestMapping("/api/conversations/{id}")
@Tag(name = "Conversations")
class ChatController {
  private final Conversations conversations;
  private final Chats chats;
  private final ChatStream stream;

  ChatController(Conversations conversations, Chats chats, ChatStream stream) {
    this.conversations = conversations;
    this.chats = chats;
    this.stream = stream;
  }

  record ChatBody(
      @Nullable String message,
      @JsonProperty("model_name") @Nullable String modelName,
      @JsonProperty("upload_path") @Nullable String uploadPath,
      @Schema(description = "\"auto\", or a list of names") @Nullable JsonNode skills) {
    Question question() {
      return new Question(
          Required.text(message, "message"),
          Optional.ofNullable(modelName),
          Optional.ofNullable(uploadPath),
          chosen(skills));
    }

    private static Optional<List<String>> chosen(@Nullable JsonNode skills) {
      if (skills == null
          || skills.isNull()
          || (skills.isString() && skills.asString().equals("auto"))) {
        return Optional.empty();
      }
      List<String> names = new ArrayList<>();
      for (JsonNode name : skills) {
        names.add(name.isString() ? name.asString() : "");
      }
      if (!skills.isArray() || names.contains("")) {
        throw new AssayException(
            ErrorCode.BAD_REQUEST, "The field \"skills\" is \"auto\" or a list of names.");
      }
      return Optional.of(names);
    }
  }

  record CancelAnswer(boolean cancelled) {}

  @NeedsSpace
  @Shape("ConversationEvent")
  @PostMapping(path = "/chat")
  @Refuses({
    ErrorCode.CONVERSATION_NOT_FOUND,
    ErrorCode.MACHINE_UNSUITABLE,
    ErrorCode.MODEL_REFUSED,
    ErrorCode.TURN_IN_PROGRESS
  })
  @Operation(
      operationId = "chat",
      summary = "Say something, and follow the answer",
      description =
          "Server-sent events with ids: text, tool_call, tool_result, todos, files, notice, error,"
              + " done. The answer goes on when the caller goes away; GET …/events with"
              + " Last-Event-ID takes it up again. 409 while another answer is being worked on.")
  SseEmitter chat(
      @PathVariable("id") UUID id,
      @RequestBody ChatBody body,
      @AuthenticationPrincipal Caller caller) {
    ChatStream.Seat seat = stream.seat(caller.owner());
    boolean begun = false;
    try {
      Turn turn = chats.ask(id, caller.owner(), body.question());
      SseEmitter answer = seat.follow(id, chats.startOf(turn), Optional.of(turn.id()));
      begun = true;
      return answer;
    } finally {
      if (!begun) {
        seat.giveBack();
      }
    }
  }

  @Shape("ConversationEvent")
  @GetMapping(path = "/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Refuses(ErrorCode.CONVERSATION_NOT_FOUND)
  @Operation(
      operationId = "conversationEvents",
      summary = "What happens in a conversation, as it happens",
      description =
          "Server-sent events after Last-Event-ID (or ?after=); without either, those of the answer"
              + " that is being worked on. The stream ends when none is.")
  SseEmitter events(
      @PathVariable("id") UUID id,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String last,
      @RequestParam(name = "after", required = false) @Nullable String after,
      @AuthenticationPrincipal Caller caller) {
    long present = conversations.load(id, caller.owner()).lastEvent();
    long start =
        chats.turns(id, 1).stream()
            .filter(Turn::isRunning)
            .findFirst()
            .map(chats::startOf)
            .orElse(present);
    long position = ChatStream.position(last, ChatStream.position(after, start));
    return stream.seat(caller.owner()).follow(id, position, Optional.empty());
  }

  @PostMapping("/cancel")
  @Refuses(ErrorCode.CONVERSATION_NOT_FOUND)
  @Operation(operationId = "cancelChat", summary = "Stop the answer that is being worked on")
  CancelAnswer cancel(@PathVariable("id") UUID id, @AuthenticationPrincipal Caller caller) {
    return new CancelAnswer(chats.cancel(id, caller.owner()));
  }
}
