package dev.assay.agent;

import dev.assay.agent.anthropic.AnthropicModel;
import dev.assay.agent.openai.OpenAiModel;
import dev.assay.agent.protocol.Endpoint;
import dev.assay.agent.protocol.Waits;
import dev.assay.agent.supply.FailoverModel;
import dev.assay.agent.supply.FailoverModel.Candidate;
import dev.assay.agent.supply.KeyFile;
import dev.assay.skill.Secret;
import dev.assay.skill.model.ChatModel;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Makes the models of services.
final class ModelFactory implements AutoCloseable {
  private static final Duration CONNECTING = Duration.ofSeconds(10);

  private final ModelSettings.Tuning tuning;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECTING)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final Map<Endpoint, ChatModel> made = new ConcurrentHashMap<>();

  ModelFactory(ModelSettings.Tuning tuning) {
    this.tuning = tuning;
  }

  /// The model of a service. It fails over from server to server and from key to key.
  ChatModel model(ModelService service) {
    if (service.servers().size() == 1 && service.keyFile().isEmpty()) {
      return model(service, service.servers().getFirst(), service.key());
    }
    Optional<KeyFile> file = service.keyFile().map(KeyFile::new);
    return new FailoverModel(
        service.name(),
        () ->
            candidates(
                service, file.map(KeyFile::keys).orElseGet(() -> service.key().stream().toList())));
  }

  private List<Candidate> candidates(ModelService service, List<Secret> keys) {
    List<Candidate> candidates = new ArrayList<>();
    for (URI server : service.servers()) {
      if (keys.isEmpty()) {
        candidates.add(
            new Candidate(server.getAuthority(), model(service, server, Optional.empty())));
      }
      for (int number = 0; number < keys.size(); number++) {
        candidates.add(
            new Candidate(
                server.getAuthority() + (keys.size() > 1 ? " with key " + (number + 1) : ""),
                model(service, server, Optional.of(keys.get(number)))));
      }
    }
    return candidates;
  }

  private ChatModel model(ModelService service, URI server, Optional<Secret> key) {
    Endpoint endpoint =
        new Endpoint(
            server,
            key,
            service.name(),
            tuning.temperature(),
            tuning.outputTokens(),
            tuning.thinkingTokens(),
            Endpoint.Structured.valueOf(tuning.structured().name()),
            new Waits(tuning.waiting().firstByte(), tuning.waiting().silence()));
    return made.computeIfAbsent(
        endpoint,
        each ->
            switch (service.provider()) {
              case OPENAI -> new OpenAiModel(each, http);
              case ANTHROPIC -> new AnthropicModel(each, http);
            });
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
