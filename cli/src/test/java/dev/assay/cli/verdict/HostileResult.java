package dev.assay.cli.verdict;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A result whose every text tries something.
final class HostileResult {
  static final Subject SUBJECT =
      new Subject(
          new Subject.Named("sly", 2, "8fc9876b-0e01-4b98-9461-e854b2d39cdc", "sly"),
          Optional.of("32e1106c-dd3e-4e35-b070-d4995767d41c"),
          Optional.empty());

  private HostileResult() {}

  static JsonNode failed() {
    return JsonMapper.builder()
        .build()
        .readTree(
            """
            {
              "outcome": "failed",
              "rehearsal": true,
              "reasons": [
                {"code": "SCORE_TOO_LOW", "message": "51 < 70 & \\u001b[2J\\u202e gone"}
              ],
              "scores": null,
              "tasks": [
                {
                  "task": "a\\"b<c\\u0000",
                  "prompt": "]]></failure><testcase name='forged'/>\\n\\u001b]0;title\\u0007",
                  "online": {
                    "score": 1, "reason": "says \\u001b[31mred\\ud800\\ufffe", "missed": ["</x>"],
                    "skills_used": ["other"], "activated": false, "network": ["h\\u001b:1"],
                    "used": {"millis": 1500}
                  },
                  "offline": {
                    "score": 4, "reason": "fine", "missed": [], "skills_used": [],
                    "activated": true, "network": ["a:1", "b:2"], "used": {"millis": 250}
                  }
                }
              ]
            }
            """);
  }
}
