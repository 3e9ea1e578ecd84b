package dev.assay.validation;

import dev.assay.testkit.model.ScriptedModelServer;
import java.util.ArrayList;
import java.util.List;

/// A model for the level `standard`: adds up lists with the skill of a story's own word.
final class ProofScenes {
  private static final String RIGHT = judgement(5, "Right.");
  private static final String WRONG = judgement(1, "Not done.");

  private ProofScenes() {}

  static SampleSkill skill(String word) {
    return SampleSkill.called("sums-" + word, "Adds up lists of numbers about " + word + ".");
  }

  private static String judgement(int score, String reason) {
    return "say: {\"analysis\": \"%2$s\", \"requirements_met\": [%3$s], \"requirements_missed\": [%4$s], \"score\": %1$d, \"reason\": \"%2$s\"}"
        .formatted(score, reason, score > 1 ? "\"The sum\"" : "", score > 1 ? "" : "\"The sum\"");
  }

  /// @param alone the answer of an agent without the skill
  /// @param elsewhere the actions of an agent in a task that the skill should leave alone
  static void play(ScriptedModelServer model, String word, String alone, String elsewhere) {
    play(model, word, alone, elsewhere, "[]");
  }

  /// @param checkers the checker of each task, as the writer of tasks gives it
  static void play(
      ScriptedModelServer model, String word, String alone, String elsewhere, String checkers) {
    String use =
        "call: execute {\"command\": \"cat /workspace/skills/sums-WORD/SKILL.md; sh"
            + " /workspace/skills/sums-WORD/scripts/run.sh /workspace/uploads/list.txt\"}";
    List<String> scenes = new ArrayList<>();
    scenes.add("always\nif: Write exactly 6 tasks\nsay: " + tasks("Add up", 1, 6, checkers));
    scenes.add("always\nif: must leave alone\nsay: " + tasks("Alliterate", 1, 12, "[]"));
    scenes.add("always\nif: Write exactly 3 tasks\nsay: " + tasks("Add up", 7, 9, checkers));
    scenes.add(
        "always\nif: You find out which packages\nsay: {\"packages\": [], \"reason\": \"\"}");
    scenes.add("always\nif: You judge how well\nif: I do not know\n" + WRONG);
    scenes.add("always\nif: You judge how well\n" + RIGHT);
    scenes.add(
        "always\nif: You assess an agent skill\nsay: {\"strengths\": [\"Works\"], \"weaknesses\":"
            + " [], \"recommendations\": [\"None\"], \"summary\": \"Fine.\"}");
    scenes.add("always\nif: You write the report\nsay: Nothing.");
    scenes.add("always\nif: You do what the user asks\nif: total: 6\nsay: The sum is 6.");
    scenes.add("always\nif: You do what the user asks\nif: Alliterate\n" + elsewhere);
    scenes.add("always\nif: You do what the user asks\nif: sums-WORD\n" + use);
    scenes.add("always\nif: You do what the user asks\nsay: " + alone);
    for (String scene : scenes) {
      model.add("if: " + word + "\n" + scene.replace("WORD", word) + "\n---");
    }
  }

  private static String tasks(String verb, int from, int to, String checkers) {
    List<String> tasks = new ArrayList<>();
    for (int number = from; number <= to; number++) {
      tasks.add(
          """
          {"prompt": "%s list number %d of WORD for me.", "criteria": ["The result"], "expected": "", \
          "expectations": [], "checkers": %s, "files": [{"name": "list.txt", "kind": "text", "content": "1\\n2\\n3\\n"}]}"""
              .formatted(verb, number, checkers));
    }
    return "{\"cannot\": \"\", \"tasks\": [" + String.join(", ", tasks) + "]}";
  }
}
