package dev.assay.agent.openai;

import dev.assay.skill.Secret;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatAnswer.Stop;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.Message;
import dev.assay.skill.model.TextListener;
import dev.assay.skill.model.Usage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.net.http.HttpClient;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// A model behind an endpoint that speaks the chat protocol of OpenAI. Answers are streamed. Each
/// question has a thread of its own, whose interrupt closes the connection.
public final class OpenAiModel implements ChatModel {
  private static final int MOST_LESSONS = 3;
  private static final java.time.Duration GOODBYE = java.time.Duration.ofSeconds(5);

  private final Endpoint endpoint;
  private final StreamingChatModel library;
  private final Dialect dialect;
  private final Failures failures;

  /// @param client speaks to all endpoints; closed by whoever made it
  public OpenAiModel(Endpoint endpoint, HttpClient client) {
    this.endpoint = endpoint;
    dialect = new Dialect(endpoint.structured() != Endpoint.Structured.INSTRUCTED);
    failures = new Failures(endpoint);
    library =
        OpenAiStreamingChatModel.builder()
            .httpClientBuilder(new PlainHttp(client).builder())
            .baseUrl(endpoint.baseUrl().toString())
            .apiKey(endpoint.key().map(Secret::reveal).orElse("none"))
            .modelName(endpoint.model())
            .strictJsonSchema(true)
            .build();
  }

  @Override
  public String name() {
    return endpoint.model();
  }

  @Override
  public ChatAnswer ask(ChatRequest request, TextListener listener) {
    FutureTask<ChatAnswer> call = new FutureTask<>(() -> converse(request, listener));
    Thread thread = Thread.ofVirtual().name("model-call").start(call);
    try {
      return call.get(request.deadline().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      stop(call, thread);
      throw failures.late(request.deadline());
    } catch (InterruptedException e) {
      stop(call, thread);
      Thread.currentThread().interrupt();
      throw failures.interrupted();
    } catch (ExecutionException e) {
      throw failures.of(e);
    }
  }

  private static void stop(FutureTask<ChatAnswer> call, Thread thread) {
    call.cancel(true);
    try {
      boolean _ = thread.join(GOODBYE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ChatAnswer converse(ChatRequest request, TextListener listener) {
    for (int lessons = 0; ; lessons++) {
      Listening listening = new Listening(listener);
      library.chat(converted(request), listening);
      @Nullable Throwable problem = listening.problem();
      if (problem == null) {
        return answer(listening.response().orElseThrow(failures::cutShort));
      }
      boolean mayDropSchema = endpoint.structured() == Endpoint.Structured.AUTO;
      Optional<Refusal> refusal = refusal(problem);
      if (lessons >= MOST_LESSONS
          || refusal.isEmpty()
          || !dialect.learn(refusal.get(), mayDropSchema)) {
        throw failures.of(problem);
      }
    }
  }

  private static Optional<Refusal> refusal(@Nullable Throwable problem) {
    for (Throwable one = problem; one != null; one = one.getCause()) {
      if (one instanceof Refusal refusal) {
        return Optional.of(refusal);
      }
    }
    return Optional.empty();
  }

  private dev.langchain4j.model.chat.request.ChatRequest converted(ChatRequest request) {
    OpenAiChatRequestParameters.Builder parameters = OpenAiChatRequestParameters.builder();
    if (!request.tools().isEmpty()) {
      parameters.toolSpecifications(Wording.tools(request));
    }
    if (dialect.hasSchema()) {
      request.shape().ifPresent(shape -> parameters.responseFormat(Wording.format(shape)));
    }
    if (dialect.hasTemperature()) {
      endpoint.temperature().ifPresent(parameters::temperature);
    }
    endpoint
        .outputTokens()
        .ifPresent(
            most -> {
              if (dialect.hasOlderLimit()) {
                parameters.maxOutputTokens(most);
              } else {
                parameters.maxCompletionTokens(most);
              }
            });
    return dev.langchain4j.model.chat.request.ChatRequest.builder()
        .messages(Wording.messages(request))
        .parameters(parameters.build())
        .build();
  }

  private ChatAnswer answer(ChatResponse response) {
    Message.Reply reply = Wording.reply(response.aiMessage());
    @Nullable FinishReason reason = response.finishReason();
    if (reason == null) {
      throw failures.cutShort();
    }
    Stop stop =
        switch (reason) {
          case STOP -> reply.calls().isEmpty() ? Stop.FINISHED : Stop.TOOLS;
          case TOOL_EXECUTION -> Stop.TOOLS;
          case LENGTH -> Stop.LENGTH;
          case CONTENT_FILTER -> Stop.FILTERED;
          case OTHER -> reply.calls().isEmpty() ? Stop.FINISHED : Stop.TOOLS;
        };
    @Nullable String model = response.modelName();
    return new ChatAnswer(
        reply, usage(response.tokenUsage()), stop, model == null ? endpoint.model() : model);
  }

  private static Usage usage(@Nullable TokenUsage usage) {
    return usage == null
        ? Usage.NONE
        : new Usage(count(usage.inputTokenCount()), count(usage.outputTokenCount()));
  }

  private static long count(@Nullable Integer tokens) {
    return tokens == null ? 0 : Math.max(tokens, 0);
  }
}
