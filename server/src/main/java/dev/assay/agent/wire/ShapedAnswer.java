package dev.assay.agent.wire;

import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ToolCall;
import java.util.List;

/// An answer of a certain shape that came as the call of the tool that takes it is text all the
/// same.
public final class ShapedAnswer {
  private ShapedAnswer() {}

  public static ChatAnswer of(ChatAnswer answer, ChatRequest request) {
    List<ToolCall> calls = answer.reply().calls();
    if (request.shape().isEmpty()
        || calls.size() != 1
        || !calls.getFirst().tool().equals(request.shape().get().name())) {
      return answer;
    }
    ChatAnswer.Stop stop =
        answer.stop() == ChatAnswer.Stop.TOOLS ? ChatAnswer.Stop.FINISHED : answer.stop();
    return new ChatAnswer(
        new Message.Reply(calls.getFirst().arguments(), List.of()),
        answer.usage(),
        stop,
        answer.model());
  }
}
