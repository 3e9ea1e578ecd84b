package dev.assay.agent.rehearsal;

import dev.assay.agent.work.BlindTaskCheck;
import dev.assay.agent.work.EvalText;
import dev.assay.skill.SkillName;
import dev.assay.skill.eval.Eval;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// Takes tasks from the author's tests, then from worked examples. It never takes them from the
/// description, by which the executor would choose the skill afterwards. A test that cannot be
/// checked is no task.
public final class RehearsedWriter {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern COUNT = Pattern.compile("exactly (\\d+) tasks");
  private static final Pattern COMPLAINT = Pattern.compile("task-(\\d+):");

  private final List<PromptSection> parts;
  private final BlindTaskCheck blindness;
  private final List<String> saved;

  public RehearsedWriter(List<PromptSection> parts) {
    this(
        parts,
        new BlindTaskCheck(
            new SkillName(PromptSection.text(parts, "name")),
            PromptSection.text(parts, "description"),
            PromptSection.text(parts, "files").lines().toList()),
        saved(PromptSection.text(parts, "tasks that exist")));
  }

  private RehearsedWriter(List<PromptSection> parts, BlindTaskCheck blindness, List<String> saved) {
    this.parts = parts;
    this.blindness = blindness;
    this.saved = saved;
  }

  private static List<String> saved(String existing) {
    return existing.isBlank() ? List.of() : List.of(existing.split("\\n---\\n", -1));
  }

  /// @param complaints the faults of earlier answers; the tasks they name are left out
  public String answer(String instruction, List<String> complaints) {
    Matcher matcher = COUNT.matcher(instruction);
    int count = matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    List<Map<String, Object>> candidates =
        candidates(
            EvalText.read(PromptSection.text(parts, "evals")),
            PromptSection.text(parts, "document"));
    for (String complaint : complaints) {
      Set<Integer> wrong = new TreeSet<>();
      Matcher named = COMPLAINT.matcher(complaint);
      while (named.find()) {
        wrong.add(Integer.parseInt(named.group(1)) - saved.size() - 1);
      }
      wrong.stream()
          .sorted(java.util.Comparator.reverseOrder())
          .filter(index -> index >= 0 && index < candidates.size())
          .forEach(index -> candidates.remove((int) index));
    }
    boolean enough = candidates.size() >= count;
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("tasks", enough ? candidates.subList(0, count) : List.of());
    answer.put("cannot", enough ? "" : cannot(candidates.size(), count));
    return JSON.writeValueAsString(answer);
  }

  private static String cannot(int found, int count) {
    return "the rehearsal found "
        + found
        + " of "
        + count
        + " tasks that are blind and can be checked by rules, in the evals and in the worked examples."
        + " Add evals or configure a model.";
  }

  /// The number of tasks in the author's tests and in the worked examples.
  public static int tasks(BlindTaskCheck blindness, List<Eval> evals, String document) {
    return new RehearsedWriter(List.of(), blindness, List.of()).candidates(evals, document).size();
  }

  private List<Map<String, Object>> candidates(List<Eval> evals, String document) {
    List<Map<String, Object>> tasks = new ArrayList<>();
    for (Eval eval : evals) {
      List<Map<String, String>> files =
          eval.files().stream().map(path -> file(name(path), "copy", path)).toList();
      add(tasks, eval.prompt(), eval.expectedOutput(), eval.expectations(), files);
    }
    for (WorkedExamples.Example example : WorkedExamples.in(document)) {
      List<String> expectations = StarterEvals.expectations(example.lines());
      List<Map<String, String>> files =
          example.file().map(each -> List.of(file(each[0], "text", each[1]))).orElse(List.of());
      add(tasks, example.prompt(), String.join("\n", example.lines()), expectations, files);
    }
    return tasks;
  }

  private void add(
      List<Map<String, Object>> tasks,
      String prompt,
      String expected,
      List<String> expectations,
      List<Map<String, String>> files) {
    boolean known =
        saved.contains(prompt)
            || tasks.stream().anyMatch(task -> prompt.equals(task.get("prompt")));
    if (known || !TaskFault.in(blindness, prompt, expected, expectations).isEmpty()) {
      return;
    }
    Map<String, Object> task = new LinkedHashMap<>();
    task.put("prompt", prompt);
    task.put(
        "criteria",
        expectations.isEmpty()
            ? List.of("The result is: " + expected)
            : expectations.subList(0, Math.min(10, expectations.size())));
    task.put("expected", expected);
    task.put("expectations", expectations.subList(0, Math.min(20, expectations.size())));
    task.put("files", files);
    task.put("checkers", List.of());
    tasks.add(task);
  }

  private static Map<String, String> file(String name, String kind, String content) {
    Map<String, String> file = new LinkedHashMap<>();
    file.put("name", name);
    file.put("kind", kind);
    file.put("content", content);
    return file;
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
