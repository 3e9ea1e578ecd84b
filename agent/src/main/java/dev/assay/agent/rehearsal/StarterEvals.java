package dev.assay.agent.rehearsal;

import dev.assay.agent.work.BlindTaskCheck;
import dev.assay.skill.eval.Eval;
import dev.assay.skill.task.TaskFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Tests from the examples of a skill's own text: worked examples with their output, and drafts for
/// commands without a shown output, which the author completes.
public final class StarterEvals {
  /// A placeholder for an answer that only the author knows; no rule takes it for an answer.
  public static final String TO_DO = "To do: say what a right answer holds.";

  private static final int MOST_DRAFTS = 5;
  private static final int LONGEST_CONTEXT = 300;

  private StarterEvals() {}

  /// @param files input files of the tests, by their paths in the skill
  public record Starter(List<Eval> evals, List<TaskFile> files) {
    public Starter {
      evals = List.copyOf(evals);
      files = List.copyOf(files);
    }
  }

  /// @param least the least number of tests, drafts included
  public static Starter of(BlindTaskCheck blindness, String document, int least) {
    Map<String, Eval> evals = new LinkedHashMap<>();
    Map<String, TaskFile> files = new LinkedHashMap<>();
    for (WorkedExamples.Example example : WorkedExamples.in(document)) {
      List<String> inputs = new ArrayList<>();
      example
          .file()
          .ifPresent(
              input -> {
                String path = "evals/files/" + input[0];
                byte[] content = input[1].getBytes(StandardCharsets.UTF_8);
                files.putIfAbsent(path, new TaskFile(path, content));
                inputs.add(path);
              });
      String prompt = blindness.withoutName(example.prompt());
      evals.putIfAbsent(
          prompt,
          new Eval(
              "example-" + (evals.size() + 1),
              prompt,
              String.join("\n", example.lines()),
              inputs,
              expectations(example.lines())));
    }
    List<DocumentedCommands.Recipe> recipes = DocumentedCommands.recipes(document);
    for (int i = 0; i < recipes.size() && i < MOST_DRAFTS && evals.size() < least; i++) {
      String prompt = blindness.withoutName(purpose(recipes.get(i)));
      if (!prompt.isBlank()) {
        evals.putIfAbsent(
            prompt, new Eval("draft-" + (evals.size() + 1), prompt, TO_DO, List.of(), List.of()));
      }
    }
    return new Starter(List.copyOf(evals.values()), List.copyOf(files.values()));
  }

  /// One statement for each line of a command's output.
  static List<String> expectations(List<String> lines) {
    List<String> expectations = new ArrayList<>();
    for (String line : lines) {
      String quote = line.contains("\"") ? "`" : "\"";
      if (!line.contains(quote)) {
        expectations.add("output contains " + quote + line + quote);
      }
    }
    return expectations;
  }

  /// The purpose of a command according to the text around it.
  private static String purpose(DocumentedCommands.Recipe recipe) {
    String around = recipe.context();
    for (String command : recipe.commands()) {
      around = around.replace(command, "");
    }
    String plain = around.replaceAll("[`*_#]+", "").replaceAll("\\s+", " ").strip();
    return plain.substring(0, Math.min(plain.length(), LONGEST_CONTEXT));
  }
}
