package dev.assay.agent.openai;

import dev.assay.agent.protocol.Endpoint;
import dev.assay.agent.protocol.Failures;
import dev.assay.agent.protocol.ModelCall;
import dev.assay.agent.protocol.Pulse;
import dev.assay.agent.protocol.Refusal;
import dev.assay.agent.protocol.ShapedAnswer;
import dev.assay.agent.protocol.Transport;
import dev.assay.skill.model.ChatAnswer;
import dev.assay.skill.model.ChatModel;
import dev.assay.skill.model.ChatRequest;
import dev.assay.skill.model.TextListener;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.Map;
import java.util.Optional;

/// A model behind an endpoint that speaks the chat protocol of OpenAI, or Azure's older form of it.
/// Answers are streamed if the server can.
public final class OpenAiModel implements ChatModel {
  private static final int MOST_LESSONS = 6;
  private static final String OPERATION = "/chat/completions";

  private final Endpoint endpoint;
  private final Transport transport;
  private final Dialect dialect;
  private final Failures failures;
  private final RequestWriter writer;
  private final String origin;

  /// @param client the client for all endpoints; its maker closes it
  public OpenAiModel(Endpoint endpoint, HttpClient client) {
    this.endpoint = endpoint;
    transport = new Transport(client);
    dialect = new Dialect(endpoint.structured());
    failures = new Failures(endpoint);
    origin = endpoint.origin("openai");
    writer = new RequestWriter(endpoint, dialect, origin);
  }

  @Override
  public String name() {
    return endpoint.model();
  }

  @Override
  public ChatAnswer ask(ChatRequest request, TextListener listener) {
    return new ModelCall(endpoint.waits(), failures)
        .run(request.deadline(), pulse -> converse(request, listener, pulse));
  }

  private ChatAnswer converse(ChatRequest request, TextListener listener, Pulse pulse)
      throws IOException, InterruptedException {
    for (int lessons = 0; ; lessons++) {
      try {
        AnswerReader reader = new AnswerReader(origin, endpoint.model(), listener);
        Optional<ChatAnswer> answer =
            transport.post(
                endpoint.address(OPERATION), headers(), writer.write(request), pulse, reader);
        return ShapedAnswer.of(answer.orElseThrow(failures::cutShort), request);
      } catch (Refusal refusal) {
        if (lessons >= MOST_LESSONS || !dialect.learn(refusal)) {
          throw refusal;
        }
      }
    }
  }

  private Map<String, String> headers() {
    return endpoint
        .key()
        .map(
            key ->
                isAzure()
                    ? Map.of("api-key", key.reveal())
                    : Map.of("Authorization", "Bearer " + key.reveal()))
        .orElse(Map.of());
  }

  private boolean isAzure() {
    String query = endpoint.baseUrl().getQuery();
    return query != null && query.contains("api-version=");
  }
}
