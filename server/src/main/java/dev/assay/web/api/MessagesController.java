package dev.assay.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.conversation.Chats;
import dev.assay.conversation.Conversations;
import dev.assay.conversation.Turn;
import dev.assay.conversation.TurnSummary;
import dev.assay.skill.AssayException;
import dev.assay.skill.ErrorCode;
import dev.assay.web.access.Caller;
import dev.assay.web.errors.Refuses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Conversations")
class MessagesController {
  private static final int MOST = 100;

  private final Conversations conversations;
  private final Chats chats;

  MessagesController(Conversations conversations, Chats chats) {
    this.conversations = conversations;
    this.chats = chats;
  }

  /// A message of the user or of the agent. The fields below `created_at` are set only for the
  /// agent.
  record MessageAnswer(
      @JsonProperty("turn_id") UUID turnId,
      int number,
      String role,
      String text,
      @JsonProperty("created_at") @Nullable Instant createdAt,
      @Nullable String state,
      @Nullable List<PartAnswer> parts,
      @Nullable List<TurnSummary.Item> todos,
      @Nullable List<String> notices,
      @Nullable List<FilesController.FileAnswer> files,
      @Nullable List<SkillAnswer> skills,
      TurnSummary.@Nullable Problem error,
      @Nullable SpendingAnswer spending) {}

  /// A part of a message: text, or the use of a tool.
  @Schema(name = "MessagePart")
  record PartAnswer(
      String kind,
      @Nullable String text,
      @Nullable String id,
      @Nullable String tool,
      @Nullable String arguments,
      @Nullable String result,
      @Nullable Boolean failed) {
    static PartAnswer of(TurnSummary.Piece piece) {
      return switch (piece) {
        case TurnSummary.Piece.Said(String text) ->
            new PartAnswer("text", text, null, null, null, null, null);
        case TurnSummary.Piece.Used used ->
            new PartAnswer(
                "tool",
                null,
                used.id(),
                used.tool(),
                used.arguments(),
                used.result().orElse(null),
                used.failed());
      };
    }
  }

  @Schema(name = "UsedSkill")
  record SkillAnswer(String name, @JsonProperty("skill_id") UUID skillId, int version) {}

  @Schema(name = "AnswerSpending")
  record SpendingAnswer(
      String model,
      boolean rehearsal,
      @JsonProperty("input_tokens") long inputTokens,
      @JsonProperty("output_tokens") long outputTokens,
      BigDecimal cost) {}

  record MessageList(List<MessageAnswer> messages) {}

  @GetMapping("/api/conversations/{id}/messages")
  @Refuses(ErrorCode.CONVERSATION_NOT_FOUND)
  @Operation(
      operationId = "listMessages",
      summary = "What was said and done, oldest first",
      description = "The latest turns; with ?before=NUMBER those before that turn.")
  MessageList list(
      @PathVariable("id") UUID id,
      @RequestParam(name = "before", defaultValue = "2147483647") int before,
      @RequestParam(name = "turns", defaultValue = "50") int turns,
      @AuthenticationPrincipal Caller caller) {
    if (turns < 1 || turns > MOST) {
      throw new AssayException(ErrorCode.BAD_REQUEST, "turns is a number from 1 to " + MOST + ".");
    }
    conversations.load(id, caller.owner());
    List<MessageAnswer> messages = new ArrayList<>();
    for (Turn turn : chats.turnsBefore(id, before, turns)) {
      messages.add(asked(turn));
      messages.add(answered(turn, chats.summary(turn)));
    }
    return new MessageList(messages);
  }

  private static MessageAnswer asked(Turn turn) {
    return new MessageAnswer(
        turn.id(),
        turn.number(),
        "user",
        turn.message(),
        turn.began(),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  private static MessageAnswer answered(Turn turn, TurnSummary summary) {
    return new MessageAnswer(
        turn.id(),
        turn.number(),
        "assistant",
        summary.answer(),
        turn.ended().orElse(null),
        turn.state().word(),
        summary.pieces().stream().map(PartAnswer::of).toList(),
        summary.todos(),
        summary.notices(),
        summary.files().stream().map(FilesController.FileAnswer::of).toList(),
        turn.used().stream()
            .map(each -> new SkillAnswer(each.name(), each.id(), each.version()))
            .toList(),
        summary.problem().orElse(null),
        new SpendingAnswer(
            turn.answerer().model(),
            turn.answerer().rehearsal(),
            turn.spending().usage().inputTokens(),
            turn.spending().usage().outputTokens(),
            turn.spending().cost()));
  }
}
