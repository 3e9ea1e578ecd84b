package dev.assay.storage.gcs;

import dev.assay.skill.Visible;
import java.io.IOException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A complete HTTP answer of any status.
record Answer(int status, String text) {
  static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MOST = 300;

  boolean isGood() {
    return status >= 200 && status < 300;
  }

  /// The body as JSON; empty if it is no JSON, as the error pages of proxies are.
  JsonNode json() {
    try {
      return JSON.readTree(text);
    } catch (JacksonException e) {
      return JSON.createObjectNode();
    }
  }

  /// The error message of the answer, in one sanitized line.
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
