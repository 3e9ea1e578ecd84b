package dev.assay.storage.gcs;

import dev.assay.skill.Visible;
import java.io.IOException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A whole answer, whatever its status is.
record Answer(int status, String text) {
  static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MOST = 300;

  boolean isGood() {
    return status >= 200 && status < 300;
  }

  /// Empty if it is not JSON at all, as the error pages of proxies are not.
  JsonNode json() {
    try {
      return JSON.readTree(text);
    } catch (JacksonException e) {
      return JSON.createObjectNode();
    }
  }

  /// What it says about an error, in one harmless line.
  String message() {
    JsonNode error = json().path("error");
    String said =
        error.isString()
            ? error.asString() + ": " + json().path("error_description").asString("")
            : error.path("message").asString("");
    return Visible.folded(
            said.isBlank() && !text.stripLeading().startsWith("<") ? text : said, MOST)
        .replaceFirst("[.: ]+$", "");
  }

  IOException refusal() {
    String words = message().isBlank() ? "" : ": " + message();
    return new IOException(
        "it answered "
            + status
            + words
            + (status == 403
                ? "; the account needs the role Storage Object User on the bucket"
                : ""));
  }
}
