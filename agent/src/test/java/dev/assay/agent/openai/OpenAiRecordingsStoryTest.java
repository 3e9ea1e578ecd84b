package dev.assay.agent.openai;

import dev.assay.agent.protocol.Endpoint;
import dev.assay.agent.protocol.RecordingsContract;
import dev.assay.skill.model.ChatModel;
import java.net.http.HttpClient;

class OpenAiRecordingsStoryTest extends RecordingsContract {
  @Override
  protected String protocol() {
    return "openai";
  }

  @Override
  protected ChatModel model(Endpoint endpoint, HttpClient http) {
    return new OpenAiModel(endpoint, http);
  }

  @Override
  protected String anything() {
    return "say: Fine.";
  }
}
