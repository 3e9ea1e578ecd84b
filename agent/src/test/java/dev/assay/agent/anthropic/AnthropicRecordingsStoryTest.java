package dev.assay.agent.anthropic;

import dev.assay.agent.protocol.Endpoint;
import dev.assay.agent.protocol.RecordingsContract;
import dev.assay.skill.model.ChatModel;
import java.net.http.HttpClient;

class AnthropicRecordingsStoryTest extends RecordingsContract {
  @Override
  protected String protocol() {
    return "anthropic";
  }

  @Override
  protected ChatModel model(Endpoint endpoint, HttpClient http) {
    return new AnthropicModel(endpoint, http);
  }

  @Override
  protected String anything() {
    return "say: Fine.";
  }
}
