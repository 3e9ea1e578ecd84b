package dev.assay.intake.eval;

import dev.assay.intake.document.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The names that authors use for the same field.
final class Spelling {
  static final List<String> PROMPT =
      List.of("prompt", "question", "query", "input", "task", "instruction", "user_prompt");
  static final List<String> EXPECTED =
      List.of(
          "expected_output",
          "ground_truth",
          "expected_answer",
          "expected_result",
          "expected",
          "answer",
          "expectedOutput");
  static final List<String> EXPECTATIONS =
      List.of(
          "expectations",
          "assertions",
          "expected_behavior",
          "expected_behaviour",
          "expectedBehavior",
          "criteria",
          "rubric",
          "checks");
  static final List<String> FILES = List.of("files", "input_files", "attachments");
  static final List<String> SHOULD =
      List.of("should_trigger", "shouldTrigger", "should-trigger", "expected_trigger");

  private Spelling() {}

  /// Returns the first of the spellings that is a key of the fields.
  static Optional<String> find(Node.Fields fields, List<String> spellings) {
    return spellings.stream().filter(key -> fields.find(key).isPresent()).findFirst();
  }

  /// Writes a value in words: `{a: 1, b: [2, 3]}` is `a: 1; b: 2, 3`.
  static String words(Node node) {
    return switch (node) {
      case Node.Text text -> text.text();
      case Node.Items items -> {
        List<String> parts = new ArrayList<>();
        items.items().forEach(item -> parts.add(words(item)));
        yield String.join(", ", parts);
      }
      case Node.Fields fields -> {
        List<String> parts = new ArrayList<>();
        fields.fields().forEach((key, value) -> parts.add(key + ": " + words(value)));
        yield String.join("; ", parts);
      }
    };
  }
}
