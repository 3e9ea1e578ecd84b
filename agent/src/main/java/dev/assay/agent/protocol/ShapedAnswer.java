package dev.assay.agent.protocol;

import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ToolCall;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Turns an answer of a certain shape that came as a tool call into text.
public final class ShapedAnswer {
  private ShapedAnswer() {}

  public static ChatAnswer of(ChatAnswer answer, ChatRequest request) {
    List<ToolCall> calls = answer.reply().calls();
    if (request.shape().isEmpty()
        || calls.isEmpty()
        || !calls.stream().allMatch(call -> call.tool().equals(request.shape().get().name()))) {
      return answer;
    }
    ChatAnswer.Stop stop =
        answer.stop() == ChatAnswer.Stop.TOOLS ? ChatAnswer.Stop.FINISHED : answer.stop();
    return new ChatAnswer(
        new Message.Reply(text(answer.reply()), List.of()), answer.usage(), stop, answer.model());
  }

  /// The arguments of the calls. The text beside them is added only if it may be another answer, so
  /// that the reader of the answer finds two.
  private static String text(Message.Reply reply) {
    Stream<String> said =
        reply.text().contains("{") ? Stream.of(reply.text()) : Stream.<String>empty();
    return Stream.concat(said, reply.calls().stream().map(ToolCall::arguments))
        .collect(Collectors.joining("\n"));
  }
}
