package dev.assay.cli.verdict;

import dev.assay.wire.Verdict;
import java.util.Optional;

/// A result in which every text is an attack.
final class HostileResult {
  static final ValidatedSkill SUBJECT =
      new ValidatedSkill(
          new ValidatedSkill.Named("sly", 2, "8fc9876b-0e01-4b98-9461-e854b2d39cdc", "sly"),
          Optional.of("32e1106c-dd3e-4e35-b070-d4995767d41c"),
          Optional.empty());

  private HostileResult() {}

  static Verdict failed() {
    return SomeVerdict.of(
        """
            {
              "outcome": "failed",
              "rehearsal": true,
              "reasons": [
                {"code": "SCORE_TOO_LOW", "message": "51 < 70 & \\u001b[2J\\u202e gone"}
              ],
              "findings": [
                {"code": "SCRIPT_FAILED", "severity": "error",
                 "message": "scripts/a b.py:7: KeyError: 51 < 70 & \\u001b[2J\\u202e gone",
                 "file": "scripts/a b.py", "line": 7, "seen_in": ["t1 online"],
                 "excerpt": "$ run\\u001b[31m\\n]]></failure>", "hint": "Mend it.",
                 "command": "assay skills validate sly"},
                {"code": "NETWORK_UNDECLARED", "severity": "warning",
                 "message": "Reaches a:1, b:2.", "file": null, "line": null, "seen_in": [],
                 "excerpt": null, "hint": null, "command": "assay skills validate sly"}
              ],
              "scores": null,
              "tasks": [
                {
                  "task": "a\\"b<c\\u0000",
                  "prompt": "]]></failure><testcase name='forged'/>\\n\\u001b]0;title\\u0007",
                  "online": {
                    "score": 1, "reason": "says \\u001b[31mred\\ud800\\ufffe", "requirements_missed": ["</x>"],
                    "skills_used": ["other"], "activated": false, "network": ["h\\u001b:1"],
                    "execution_time_ms": 1500
                  },
                  "offline": {
                    "score": 4, "reason": "fine", "requirements_missed": [], "skills_used": [],
                    "activated": true, "network": ["a:1", "b:2"], "execution_time_ms": 250
                  }
                }
              ]
            }
            """);
  }
}
