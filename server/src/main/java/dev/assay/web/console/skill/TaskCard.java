package dev.assay.web.console.skill;

import dev.assay.web.console.evidence.Phase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The progress of one task of a run.
public record TaskCard(String task, List<Step> steps) {
  private static final Map<String, String> WORDS = words();

  /// @param state the state as in a part of a phase; `to do` before the step begins
  public record Step(String words, String state, String took) {
    public String colour() {
      return switch (state) {
        case "done" -> "green";
        case "running" -> "blue";
        case "to do" -> "secondary";
        default -> "orange";
      };
    }
  }

  static List<TaskCard> of(List<Phase> phases) {
    Map<String, Map<String, Step>> tasks = new TreeMap<>();
    for (Phase phase : phases) {
      if (WORDS.containsKey(phase.kind())) {
        for (Phase.Part part : phase.parts()) {
          tasks
              .computeIfAbsent(part.name(), name -> new LinkedHashMap<>())
              .put(phase.kind(), new Step(WORDS.get(phase.kind()), part.state(), part.took()));
        }
      }
    }
    List<TaskCard> cards = new ArrayList<>();
    tasks.forEach((task, steps) -> cards.add(new TaskCard(task, all(steps))));
    return List.copyOf(cards);
  }

  private static List<Step> all(Map<String, Step> steps) {
    List<Step> all = new ArrayList<>();
    WORDS.forEach((kind, words) -> all.add(steps.getOrDefault(kind, new Step(words, "to do", ""))));
    return List.copyOf(all);
  }

  private static Map<String, String> words() {
    Map<String, String> words = new LinkedHashMap<>();
    words.put("online", "online");
    words.put("judge", "judged");
    words.put("offline", "offline");
    words.put("judge-offline", "judged offline");
    return words;
  }
}
