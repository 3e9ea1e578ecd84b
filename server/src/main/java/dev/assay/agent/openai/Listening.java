package dev.assay.agent.openai;

import dev.assay.skill.model.TextListener;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Hears one streamed answer to its end.
final class Listening implements StreamingChatResponseHandler {
  private final TextListener listener;
  private @Nullable ChatResponse response;
  private @Nullable Throwable problem;

  Listening(TextListener listener) {
    this.listener = listener;
  }

  @Override
  public void onPartialResponse(String piece) {
    listener.heard(piece);
  }

  @Override
  public void onCompleteResponse(ChatResponse whole) {
    response = whole;
  }

  @Override
  public void onError(Throwable what) {
    if (problem == null) {
      problem = what;
    }
  }

  Optional<ChatResponse> response() {
    return Optional.ofNullable(response);
  }

  @Nullable Throwable problem() {
    return problem;
  }
}
