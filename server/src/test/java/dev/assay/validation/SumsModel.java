package dev.assay.validation;

import dev.assay.testkit.model.ScriptedModelServer;
import java.util.ArrayList;
import java.util.List;

/// A model that does everything well for a skill that adds up numbers, after the scenes given
/// first. Each skill has a word of its own by which its scenes are found.
final class SumsModel {
  private static final String USE =
      "call: execute {\"command\": \"cat /workspace/skills/sums-WORD/SKILL.md; sh"
          + " /workspace/skills/sums-WORD/scripts/run.sh /workspace/uploads/list.txt\"}";

  private SumsModel() {}

  static SampleSkill skill(String word) {
    return SampleSkill.called("sums-" + word, "Adds up lists of numbers about " + word + ".");
  }

  static void play(ScriptedModelServer model, String word, String... first) {
    List<String> scenes = new ArrayList<>(List.of(first));
    scenes.add("always\nif: You write tasks that show\nsay: " + tasks(word));
    scenes.add(
        "always\nif: You find out which packages\nsay: {\"packages\": [], \"reason\": \"\"}");
    scenes.add(
        "always\nif: You judge how well\nsay: {\"analysis\": \"Right.\", \"requirements_met\":"
            + " [\"The sum\"], \"requirements_missed\": [], \"score\": 5, \"reason\": \"Right.\"}");
    scenes.add(
        "always\nif: You assess an agent skill\nsay: {\"strengths\": [\"Works\"], \"weaknesses\":"
            + " [], \"recommendations\": [\"None\"], \"summary\": \"Fine.\"}");
    scenes.add("always\nif: You write the report\nsay: Nothing.");
    scenes.add("always\nif: You do what the user asks\nif: total: 6\nsay: The sum is 6.");
    scenes.add("always\nif: You do what the user asks\n" + USE);
    for (String scene : scenes) {
      model.add("if: " + word + "\n" + scene.replace("WORD", word) + "\n---");
    }
  }

  private static String tasks(String word) {
    List<String> tasks = new ArrayList<>();
    for (String which : List.of("first", "second", "third")) {
      tasks.add(
          """
          {"prompt": "Add up the %s list of %s for me.", "criteria": ["The sum"], "expected": "6", \
          "expectations": [], "checkers": [], "files": [{"name": "list.txt", "kind": "text", "content": "1\\n2\\n3\\n"}]}"""
              .formatted(which, word));
    }
    return "{\"cannot\": \"\", \"tasks\": [" + String.join(", ", tasks) + "]}";
  }
}
