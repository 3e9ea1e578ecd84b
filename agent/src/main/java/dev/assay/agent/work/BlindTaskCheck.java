package dev.assay.agent.work;

import dev.assay.skill.SkillName;
import dev.assay.skill.task.Task;
import dev.assay.skill.task.TaskFile;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Checks that a task does not give away the skill it is meant for. It checks the text that the
/// executing agent sees: the prompt, and the names and text of the input files. Words of the domain
/// are allowed.
public final class BlindTaskCheck {
  private static final int RUN = 6;

  /// Kinds of files that people name in requests, whatever a skill is called.
  private static final Set<String> FORMATS =
      Set.of(
          "pdf",
          "docx",
          "xlsx",
          "pptx",
          "csv",
          "tsv",
          "json",
          "xml",
          "html",
          "yaml",
          "sql",
          "txt",
          "markdown",
          "png",
          "svg",
          "zip");

  private final SkillName name;
  private final Pattern spellings;
  private final Pattern anyCase;
  private final List<String> fileNames;
  private final Set<String> runs;

  public BlindTaskCheck(SkillName name, String description, Collection<String> files) {
    this.name = name;
    spellings = spellings(name);
    anyCase = Pattern.compile(spellings.pattern(), Pattern.CASE_INSENSITIVE);
    fileNames =
        files.stream()
            .map(path -> path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT))
            .distinct()
            .sorted()
            .toList();
    runs = runs(WordList.of(description)).stream().collect(Collectors.toUnmodifiableSet());
  }

  /// All passages that give the skill away, in words for the writer of the task.
  public List<String> findings(Task task) {
    List<String> findings = new ArrayList<>(inPrompt(task.prompt()));
    for (TaskFile file : task.files()) {
      inText(file.name())
          .forEach(each -> findings.add("The name of the file " + file.name() + " " + each));
      String text = new String(file.content(), StandardCharsets.UTF_8);
      inText(text).forEach(each -> findings.add("The content of " + file.name() + " " + each));
    }
    return List.copyOf(findings);
  }

  public List<String> inPrompt(String prompt) {
    List<String> findings = new ArrayList<>();
    inText(prompt).forEach(each -> findings.add("The prompt " + each));
    String plain = plain(prompt);
    for (String file : fileNames) {
      if (!file.equals("skill.md") && contains(plain, file)) {
        findings.add("The prompt names \"" + file + "\", a file of the skill.");
      }
    }
    for (String run : runs(WordList.of(prompt))) {
      if (runs.contains(run)) {
        findings.add("The prompt repeats \"" + run + "\" from the skill's description; reword it.");
        break;
      }
    }
    return findings;
  }

  /// The prompt with another word in place of the skill's name.
  public String withoutName(String prompt) {
    return anyCase.matcher(prompt).replaceAll("a suitable tool");
  }

  private List<String> inText(String text) {
    List<String> findings = new ArrayList<>();
    String plain = plain(text);
    if (spellings.matcher(plain).find()) {
      findings.add("contains the skill's name, \"" + name + "\", in some spelling.");
    }
    if (contains(plain, "skill.md")) {
      findings.add("mentions SKILL.md.");
    }
    return findings;
  }

  /// A pattern for the name's parts with any or no separators between them, unless another word
  /// continues it.
  private static Pattern spellings(SkillName name) {
    String[] parts = name.text().split("-", -1);
    if (parts.length == 1 && FORMATS.contains(name.text())) {
      return Pattern.compile("(?!)");
    }
    StringBuilder expression = new StringBuilder("(?<![\\p{L}\\p{N}])");
    for (int i = 0; i < parts.length; i++) {
      expression.append(i == 0 ? "" : "[^\\p{L}\\p{N}]{0,3}").append(Pattern.quote(parts[i]));
    }
    return Pattern.compile(expression.append("(?![\\p{L}\\p{N}])").toString());
  }

  private static boolean contains(String text, String word) {
    return Pattern.compile("(?<![\\p{L}\\p{N}_-])" + Pattern.quote(word) + "(?![\\p{L}\\p{N}_-])")
        .matcher(text)
        .find();
  }

  /// The text in lower case and one Unicode form, without invisible characters.
  private static String plain(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFKC)
        .replaceAll("\\p{Cf}", "")
        .toLowerCase(Locale.ROOT);
  }

  private static List<String> runs(List<String> words) {
    List<String> runs = new ArrayList<>();
    for (int i = 0; i + RUN <= words.size(); i++) {
      runs.add(String.join(" ", words.subList(i, i + RUN)));
    }
    return runs;
  }
}
