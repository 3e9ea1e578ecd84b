package dev.assay.intake.program;

import com.google.re2j.Matcher;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds the scripts that a document runs: in code blocks, in code within a sentence, and in
/// sentences that tell the agent to run a path.
final class Calls {
  private static final Regex SAID =
      new Regex(
          "(?i)\\b(?:run|runs|running|execute|executes|invoke|call|launch|start|use|using|via|with)\\b");
  private static final Regex PATH =
      new Regex(
          "(?:^|[\\s\"'])((?:\\./)?(?:scripts|tools)/[\\w./-]+\\.(?:py|sh|js|mjs|cjs|ts|rb|pl|ps1))\\b");

  /// The limit in characters; calls behind it are ignored.
  private static final int MOST_CHARACTERS = 1 << 20;

  private static final int MOST = 200;

  private final SourceText source;
  private final String skill;
  private final Set<String> folders;
  private final List<ScriptRun> calls = new ArrayList<>();
  private Optional<ScriptPath.Folder> folder = Optional.of(ScriptPath.Folder.START);

  private Calls(SourceText source, String skill, Set<String> folders) {
    this.source = source;
    this.skill = skill;
    this.folders = folders;
  }

  /// @param skill the skill's name
  /// @param folders the skill's folders
  static List<ScriptRun> in(SourceText source, String skill, Set<String> folders) {
    Calls calls = new Calls(source, skill, folders);
    calls.read();
    return calls.calls;
  }

  private void read() {
    String fence = "";
    int last = source.lineAt(Math.min(source.text().length(), MOST_CHARACTERS));
    Work.spend(4L * source.text().length());
    for (int number = 1; number <= last && calls.size() < MOST; number++) {
      String line = source.line(number);
      String start = line.strip();
      if (fence.isEmpty() && (start.startsWith("```") || start.startsWith("~~~"))) {
        fence = start.substring(0, 3);
        folder = Optional.of(ScriptPath.Folder.START);
      } else if (!fence.isEmpty() && start.startsWith(fence)) {
        fence = "";
      } else if (!fence.isEmpty()) {
        if (!start.startsWith("#") && !start.startsWith("//")) {
          commands(start, number);
        }
      } else if (line.indexOf('/') >= 0 || line.indexOf('\\') >= 0) {
        folder = Optional.of(ScriptPath.Folder.START);
        sentence(line, number);
      }
    }
  }

  private void commands(String code, int line) {
    if (code.indexOf('.') < 0 && code.indexOf('/') < 0 && !code.startsWith("cd ")) {
      return;
    }
    Work.spend(20L * code.length());
    for (ShellCommand command : ShellCommand.of(code)) {
      if (command.folder().isPresent()) {
        folder = ScriptPath.enter(command.folder().get(), skill, folders);
      } else if (folder.isPresent()) {
        ScriptPath.Folder here = folder.get();
        command
            .script()
            .flatMap(written -> ScriptPath.read(written, line, skill, here))
            .ifPresent(calls::add);
      }
    }
  }

  private void sentence(String line, int number) {
    boolean plain = line.contains("scripts/") || line.contains("tools/");
    int open = line.indexOf('`');
    if (open < 0 && !plain) {
      return;
    }
    StringBuilder outside = new StringBuilder();
    int at = 0;
    for (int close; open >= 0; open = line.indexOf('`', at)) {
      close = line.indexOf('`', open + 1);
      if (close < 0) {
        break;
      }
      outside.append(line, at, open).append(' ');
      code(line, open + 1, close, number);
      at = close + 1;
    }
    outside.append(line, at, line.length());
    if (plain && PATH.finds(outside.toString()) && SAID.finds(line)) {
      Matcher path = PATH.matcher(outside.toString());
      while (path.find()) {
        ScriptPath.read(path.group(1), number, skill, ScriptPath.Folder.START)
            .ifPresent(calls::add);
      }
    }
  }

  /// Reads code within a sentence: a command, or a path that the sentence tells the agent to run.
  private void code(String line, int from, int to, int number) {
    String code = line.substring(from, to);
    boolean path = code.indexOf('/') >= 0 || code.indexOf('\\') >= 0;
    if (code.indexOf(' ') > 0 ? path || code.indexOf('.') > 0 : path && SAID.finds(line)) {
      folder = Optional.of(ScriptPath.Folder.START);
      commands(code, number);
    }
  }
}
