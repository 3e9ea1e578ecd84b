package dev.assay.agent.tool;

import dev.assay.skill.sandbox.Command;
import dev.assay.skill.sandbox.FileEntry;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.sandbox.SandboxFiles;
import dev.assay.skill.tool.ToolAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Runs scripts of skills, by the interpreter in their first line, else by their file extension.
/// They need not be executable, because archives often lose that permission.
final class SkillScripts {
  private static final int FIRST_LINE = 256;
  private static final Map<String, String> INTERPRETERS =
      Map.of(
          "py", "python3", "sh", "bash", "bash", "bash", "js", "node", "mjs", "node", "rb", "ruby",
          "pl", "perl");

  private final Supplier<SandboxFiles> files;
  private final Shell shell;

  SkillScripts(Supplier<SandboxFiles> files, Shell shell) {
    this.files = files;
    this.shell = shell;
  }

  ToolAnswer run(String folder, String script, List<String> arguments, Duration timeout) {
    FileEntry file = find(folder, script);
    List<String> words = new ArrayList<>(interpreter(file));
    words.add(file.path());
    words.addAll(arguments);
    return shell.run(Command.of(words).in(Layout.INTERMEDIATE).withTimeout(timeout));
  }

  private FileEntry find(String folder, String script) {
    String path = SandboxPath.below(folder, script);
    return file(path)
        .or(() -> file(SandboxPath.below(folder, "scripts/" + script)))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    path + " is not a file of the skill. Its scripts are: " + scriptsOf(folder)));
  }

  private Optional<FileEntry> file(String path) {
    return files.get().stat(path).filter(entry -> entry.kind() == FileEntry.Kind.FILE);
  }

  private String scriptsOf(String folder) {
    List<String> found =
        files.get().glob(folder, "scripts/**", 200).stream()
            .filter(entry -> entry.kind() == FileEntry.Kind.FILE)
            .map(FileEntry::path)
            .sorted()
            .toList();
    return found.isEmpty() ? "(none)" : String.join(", ", found);
  }

  private List<String> interpreter(FileEntry file) {
    String first = firstLine(file.path());
    if (first.startsWith("#!")) {
      return List.of(first.substring(2).strip().split("\\s+", 2));
    }
    String name = file.path().substring(file.path().lastIndexOf('/') + 1);
    String ending = name.substring(name.lastIndexOf('.') + 1);
    if (name.contains(".") && INTERPRETERS.containsKey(ending)) {
      return List.of(INTERPRETERS.get(ending));
    }
    if ((file.mode() & 0111) != 0) {
      return List.of();
    }
    throw new IllegalArgumentException(
        file.path()
            + " is not executable, and nothing says which program runs it. Use execute instead.");
  }

  private String firstLine(String path) {
    try (InputStream start = files.get().open(path, 0, FIRST_LINE)) {
      String text = new String(start.readNBytes(FIRST_LINE), StandardCharsets.UTF_8);
      return text.lines().findFirst().orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
