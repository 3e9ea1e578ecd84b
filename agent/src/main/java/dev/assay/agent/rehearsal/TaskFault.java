package dev.assay.agent.rehearsal;

import dev.assay.agent.work.BlindTaskCheck;
import java.util.ArrayList;
import java.util.List;

/// The reason why a test of the author cannot be a task of the rehearsal.
///
/// @param rule `blind`, `checkable` or `length`
/// @param message the fault, in words for the author
/// @param example a better version of the test
public record TaskFault(String rule, String message, String example) {
  private static final int LEAST_PROMPT = 10;

  /// Every rule that a test breaks; empty if it can be a task.
  public static List<TaskFault> in(
      BlindTaskCheck blindness, String prompt, String expected, List<String> expectations) {
    List<TaskFault> faults = new ArrayList<>();
    if (prompt.length() < LEAST_PROMPT) {
      faults.add(
          new TaskFault(
              "length",
              "The prompt has fewer than " + LEAST_PROMPT + " characters.",
              "\"prompt\": \"Add up the column amount of sales.csv and print the total.\""));
    }
    for (String finding : blindness.inPrompt(prompt)) {
      faults.add(new TaskFault("blind", finding, example(blindness, prompt)));
    }
    if (!isCheckable(prompt, expected, expectations)) {
      faults.add(
          new TaskFault(
              "checkable",
              expectations.isEmpty()
                  ? "No rule can check the expected output: it quotes no text and has no number that the prompt does not have."
                  : "No rule can check any of the expectations, or what they ask for is in the prompt.",
              "\"expectations\": [\"output contains \\\"words of a right answer\\\"\"], or \"file result.csv has 3 lines\""));
    }
    return faults;
  }

  private static String example(BlindTaskCheck blindness, String prompt) {
    String reworded = blindness.withoutName(prompt);
    return blindness.inPrompt(reworded).isEmpty() && reworded.length() >= LEAST_PROMPT
        ? "\"prompt\": \"" + reworded.replace("\"", "\\\"") + "\""
        : "say what is wanted in other words, as somebody would who does not know the skill";
  }

  private static boolean isCheckable(String prompt, String expected, List<String> expectations) {
    return expectations.stream()
            .flatMap(each -> Expectations.of(each, prompt).stream())
            .anyMatch(Check::substantial)
        || Expectations.ofResult(expected, prompt).stream().anyMatch(Check::substantial);
  }
}
