package dev.assay.intake.program;

import com.google.re2j.Matcher;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.Work;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Finds scripts that a skill's instructions run and that the skill lacks. Scripts of the user's
/// project, scripts that the agent writes first, and examples in skills about skills are no such
/// scripts.
public final class MissingScripts {
  private static final Regex NAME = new Regex("(?m)^name:\\s*[\"']?([a-z0-9-]+)");
  private static final Regex ABOUT_SKILLS =
      new Regex("(?im)^(?:name|description):[^\\n]*\\bskills?\\b");
  private static final Regex CREATES =
      new Regex(
          "(?i)\\b(?:creat|writ|sav|generat|add|mak|scaffold|produc|author|implement|cop|download|touch|tee|new|build|extract|fetch|put|plac|emit|renam|mv|cp)(?:e|es|ed|ing|y|ies|ied|ten|s)?\\b|(?:^|\\s)>>?\\s*[\"']?\\S*$|\\s(?:-o|-O|--output)\\s*\\S*$|\\bif\\b|\\[\\s+-[fex]\\s|\\b(?:optional|e\\.g\\.|for example|such as|like)(?:\\W|$)");
  private static final Regex PROJECT =
      new Regex(
          "(?i)\\b(?:project|repo|repos|repository|codebase|monorepo|workspace|checkout|clone|root)(?:'s)?\\b|\\bgit\\s+clone\\b|\\byour\\s+(?:\\w+\\s+)?scripts?\\b");
  private static final Regex SHELL =
      new Regex("^\\s*(?:```|~~~)\\s*(?:ba|z|fi)?(?:sh|shell|console|text|powershell)?\\s*$");

  /// The folders in which skills keep their programs.
  private static final Set<String> OWN =
      Set.of(
          "scripts",
          "script",
          "tools",
          "bin",
          "hooks",
          "helpers",
          "utils",
          "resources",
          "assets",
          "lib");

  private static final int MOST = 20;
  private static final int ABOVE = 3;
  private static final int NEAR = 120;

  private final Sources sources;
  private final Set<String> files = new HashSet<>();
  private final Set<String> names = new HashSet<>();
  private final Set<String> folders = new HashSet<>();
  private final String skill;

  /// A call of a missing script, with the document that makes it.
  ///
  /// @param likely whether the script is most likely the skill's, and no text has the agent write
  ///   it
  public record Missing(SourceText source, ScriptRun call, boolean likely) {}

  private MissingScripts(Sources sources, String skillMd) {
    this.sources = sources;
    sources.texts().forEach(each -> add(each.path()));
    sources.binaries().forEach(each -> add(each.path()));
    sources.cut().forEach(this::add);
    Matcher name = NAME.matcher(skillMd.substring(0, Math.min(skillMd.length(), 4_000)));
    this.skill = name.find() ? name.group(1) : "";
  }

  private void add(String path) {
    files.add(path);
    names.add(path.substring(path.lastIndexOf('/') + 1));
    for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      folders.add(path.substring(0, at));
    }
  }

  /// Returns the first call of each missing script, at most twenty.
  public static List<Missing> of(Sources sources) {
    String skillMd = sources.find("SKILL.md").map(SourceText::text).orElse("");
    int end = Math.max(0, skillMd.indexOf("\n---", 3));
    if (sources.omitted() > 0 || ABOUT_SKILLS.finds(skillMd.substring(0, end))) {
      return List.of();
    }
    return new MissingScripts(sources, skillMd).search();
  }

  private List<Missing> search() {
    List<Missing> missing = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (SourceText source : sources.texts()) {
      if (!isInstruction(source.path())) {
        continue;
      }
      for (ScriptRun call : Calls.in(source, skill, folders)) {
        if (missing.size() < MOST && !exists(call, source) && seen.add(call.path())) {
          missing.add(new Missing(source, call, isSkills(call, source) && !isWritten(call)));
        }
      }
    }
    return missing;
  }

  /// Returns whether a document is SKILL.md or one that SKILL.md may send the agent to. A folder
  /// with its own SKILL.md is another skill.
  private boolean isInstruction(String path) {
    if (path.equals("SKILL.md")) {
      return true;
    }
    if (!path.endsWith(".md") || path.indexOf('!') >= 0 || path.endsWith("/SKILL.md")) {
      return false;
    }
    int slash = path.indexOf('/');
    return slash > 0
        && Set.of("references", "reference", "docs", "workflows", "commands", "guides")
            .contains(path.substring(0, slash))
        && !files.contains(path.substring(0, path.lastIndexOf('/')) + "/SKILL.md");
  }

  private boolean exists(ScriptRun call, SourceText source) {
    int slash = source.path().lastIndexOf('/');
    String here = slash < 0 ? "" : source.path().substring(0, slash + 1);
    return files.contains(call.path())
        || folders.contains(call.path())
        || files.contains(here + call.path())
        || (names.contains(call.name())
            && (call.isBare()
                || files.stream().anyMatch(each -> each.endsWith("/" + call.path()))));
  }

  /// Returns whether the script can only be the skill's, judged by its path and the lines above the
  /// call.
  private boolean isSkills(ScriptRun call, SourceText source) {
    if (call.owned()) {
      return true;
    }
    if (call.isBare()) {
      return false;
    }
    String top = call.path().substring(0, call.path().indexOf('/'));
    if (!OWN.contains(top) && !folders.contains(top)) {
      return false;
    }
    int left = ABOVE;
    for (int line = call.line(); line >= 1 && left > 0; line--) {
      String text = source.line(line);
      if (PROJECT.finds(text)) {
        return false;
      }
      left -= text.isBlank() || text.startsWith("```") ? 0 : 1;
    }
    return true;
  }

  /// Returns whether the skill writes the script, or shows its text.
  private boolean isWritten(ScriptRun call) {
    for (SourceText source : sources.texts()) {
      Work.spend(source.text().length());
      String text = source.text();
      boolean document = source.extension().equals(".md");
      for (int at = text.indexOf(call.name());
          at >= 0;
          at = text.indexOf(call.name(), at + call.name().length())) {
        int line = source.lineAt(at);
        String before = text.substring(Math.max(source.start(line), at - NEAR), at);
        if (CREATES.finds(before) || (document && isShown(source, line))) {
          return true;
        }
      }
    }
    return false;
  }

  /// Returns whether the line introduces a listing: a code block that is no shell's follows, or the
  /// line is the comment at the start of one.
  private static boolean isShown(SourceText source, int line) {
    String text = source.line(line).strip();
    String above = source.line(line - 1).strip();
    if (above.startsWith("```") && (text.startsWith("#") || text.startsWith("//"))) {
      return true;
    }
    for (int below = line + 1; below <= line + 3; below++) {
      String next = source.line(below);
      if (next.stripLeading().startsWith("```")) {
        return !SHELL.matches(next);
      }
    }
    return false;
  }
}
