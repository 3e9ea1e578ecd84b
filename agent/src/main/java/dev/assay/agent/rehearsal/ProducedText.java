package dev.assay.agent.rehearsal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The real products of a run: the output of commands, and files. Claims of the agent are not in
/// it.
record ProducedText(List<Run> runs, Map<String, String> files) {
  private static final Pattern RESULT =
      Pattern.compile("result of (?:execute|execute_skill_script) in turn .*, exit code (\\d+)");
  private static final String FILE = "file produced ";

  ProducedText {
    runs = List.copyOf(runs);
  }

  /// A command that ended.
  record Run(int exitCode, String stdout, String stderr) {}

  static ProducedText in(List<PromptSection> parts) {
    List<Run> runs = new ArrayList<>();
    Map<String, String> files = new LinkedHashMap<>();
    for (PromptSection part : parts) {
      Matcher result = RESULT.matcher(part.label());
      if (result.matches()) {
        runs.add(run(Integer.parseInt(result.group(1)), part.text()));
      } else if (part.label().startsWith(FILE)) {
        files.put(PromptSection.text(parts, "name of " + part.label()), part.text());
      }
    }
    return new ProducedText(runs, files);
  }

  private static Run run(int code, String text) {
    String rest = text.replaceFirst("^exit code: [^\\n]*\\n?", "");
    int errors = rest.indexOf("stderr:");
    String stdout = errors < 0 ? rest : rest.substring(0, errors);
    String stderr =
        errors < 0 ? "" : rest.substring(errors).replaceFirst("^stderr:( \\(empty\\))?", "");
    return new Run(
        code, stdout.replaceFirst("^stdout:( \\(empty\\))?\\n?", "").strip(), stderr.strip());
  }

  Optional<Run> last() {
    return runs.isEmpty() ? Optional.empty() : Optional.of(runs.getLast());
  }

  /// All text that was produced.
  String everything() {
    StringBuilder text = new StringBuilder();
    runs.forEach(run -> text.append(run.stdout()).append('\n').append(run.stderr()).append('\n'));
    files.values().forEach(content -> text.append(content).append('\n'));
    return text.toString();
  }

  Optional<String> file(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    return files.entrySet().stream()
        .filter(
            file ->
                file.getKey().equals(path)
                    || file.getKey().equals(name)
                    || file.getKey().endsWith("/" + name))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
