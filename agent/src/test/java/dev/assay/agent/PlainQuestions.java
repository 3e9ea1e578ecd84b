package dev.assay.agent;

import dev.assay.skill.ErrorCode;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.ModelFailure;
import dev.assay.skill.model.Purpose;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.transcript.Transcript;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Asks a model up to three times, without schema, retries and costs, and remembers what was asked.
final class PlainQuestions implements Questions {
  final List<ChatRequest> asked = new ArrayList<>();
  private final ChatModel model;

  PlainQuestions(ChatModel model) {
    this.model = model;
  }

  @Override
  public <T> Answer<T> ask(Purpose purpose, List<Message> messages, AnswerShape<T> shape) {
    List<Message> said = new ArrayList<>(messages);
    String problem = "";
    for (int count = 0; count < 3; count++) {
      ChatRequest request =
          new ChatRequest(
              purpose, said, List.of(), Optional.of(shape.json()), Duration.ofMinutes(1));
      asked.add(request);
      String text = model.ask(request, TextListener.silent()).reply().text();
      try {
        return new Answer<>(
            shape.reader().read(text), new Transcript(List.of()), model.rehearsal());
      } catch (IllegalArgumentException e) {
        problem = String.valueOf(e.getMessage());
      }
      said.add(new Message.Reply(text, List.of()));
      said.add(new Message.Request("Your answer cannot be used: " + problem));
    }
    throw new ModelFailure(ErrorCode.MODEL_ANSWER_UNUSABLE, "no usable answer: " + problem);
  }

  /// Everything that went to the model.
  String sent() {
    StringBuilder text = new StringBuilder();
    asked.forEach(
        request -> request.messages().forEach(message -> text.append(message.text()).append('\n')));
    return text.toString();
  }
}
