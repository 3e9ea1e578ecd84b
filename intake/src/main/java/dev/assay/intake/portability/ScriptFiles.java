package dev.assay.intake.portability;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.tree.SkillTree;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import dev.assay.intake.tree.TreeFile;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks that the skill's scripts can be started, and that they run without a person.
public final class ScriptFiles {
  private static final Set<String> WITH_SHEBANG = Set.of(".py", ".sh", ".bash", ".rb", ".pl");
  private static final Map<String, Pattern> PROMPTS =
      Map.of(
          ".py",
              Pattern.compile(
                  "(?:^|[\\s=(,+])(?:input|raw_input|getpass\\.getpass|click\\.(?:prompt|confirm)|typer\\.(?:prompt|confirm))\\("),
          ".sh", Pattern.compile("^\\s*(?:if |while )?read\\s+(?:-[a-zA-Z]*\\s+)*-[a-zA-Z]*p\\b"),
          ".js", Pattern.compile("readline\\.question\\(|rl\\.question\\(|inquirer\\.prompt\\("),
          ".ps1", Pattern.compile("(?i)\\bRead-Host\\b"));
  private static final List<String> PROMPT_WORDS =
      List.of("input(", "getpass(", "prompt(", "confirm(", "read ", "question(", "ead-");
  private static final Map<String, String> SAME =
      Map.of(".bash", ".sh", ".mjs", ".js", ".ts", ".js");
  private static final Pattern HOME =
      Pattern.compile("(?:/Users/|/home/|[A-Za-z]:\\\\Users\\\\)([A-Za-z][A-Za-z0-9._-]*)[/\\\\]");
  private static final Set<String> NOBODY =
      Set.of("user", "username", "name", "me", "you", "yourname", "your-name", "myuser", "example");

  private final SkillTree tree;
  private final Sources sources;
  private final FindingList findings;

  public ScriptFiles(SkillTree tree, Sources sources, FindingList findings) {
    this.tree = tree;
    this.sources = sources;
    this.findings = findings;
  }

  public void check() {
    for (SourceText source : sources.texts()) {
      String extension = SAME.getOrDefault(source.extension(), source.extension());
      if (PROMPTS.containsKey(extension) || WITH_SHEBANG.contains(extension)) {
        prompts(source, PROMPTS.get(extension));
        homes(source);
        start(source);
      } else if (extension.equals(".md")) {
        homes(source);
      }
    }
  }

  private void start(SourceText source) {
    TreeFile file = tree.find(source.path()).orElse(null);
    if (file == null) {
      return;
    }
    boolean shebang = source.text().startsWith("#!");
    int end = source.text().indexOf('\n');
    if (shebang && end > 0 && source.text().charAt(end - 1) == '\r') {
      findings.add(
          PortabilityRule.SCRIPT_WINDOWS_LINES.at(
              source.path(), 1, "The `#!` line ends with a carriage return.", source.excerpt(1)));
    }
    if (!tree.modesKnown() || (file.executable() && shebang)) {
      return;
    }
    int line = runDirectly(source.path());
    if (line > 0) {
      PortabilityRule rule =
          shebang ? PortabilityRule.SCRIPT_NOT_EXECUTABLE : PortabilityRule.SCRIPT_WITHOUT_SHEBANG;
      findings.add(
          rule.in(
              source.path(), source.path() + " is run directly on line " + line + " of SKILL.md."));
    }
  }

  /// Returns the line of SKILL.md on which a code block starts the script without an interpreter,
  /// or 0.
  private int runDirectly(String path) {
    SourceText skill = sources.find("SKILL.md").orElse(null);
    if (skill == null || !skill.text().contains("./" + path)) {
      return 0;
    }
    Pattern direct = Pattern.compile("^\\s*(?:\\$ )?\\./" + Pattern.quote(path) + "(?:\\s|$)");
    for (int line : MarkdownLinks.of(skill, 1).codeLines()) {
      if (direct.matcher(skill.line(line)).find()) {
        return line;
      }
    }
    return 0;
  }

  private void prompts(SourceText source, @Nullable Pattern prompt) {
    if (PROMPT_WORDS.stream().noneMatch(source.text()::contains)) {
      return;
    }
    for (int line = 1; prompt != null && line <= source.lines(); line++) {
      String text = source.line(line);
      if (PROMPT_WORDS.stream().anyMatch(text::contains)
          && !text.stripLeading().startsWith("#")
          && prompt.matcher(text).find()) {
        findings.add(
            PortabilityRule.INTERACTIVE.at(
                source.path(), line, "The script waits for a person to type.", text));
        return;
      }
    }
  }

  private void homes(SourceText source) {
    if (!source.text().contains("/Users/")
        && !source.text().contains("/home/")
        && !source.text().contains(":\\Users\\")) {
      return;
    }
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      Matcher home = HOME.matcher(text);
      if ((text.contains("Users") || text.contains("/home/"))
          && home.find()
          && !NOBODY.contains(home.group(1).toLowerCase(Locale.ROOT))) {
        findings.add(
            PortabilityRule.ABSOLUTE_PATH.at(
                source.path(),
                line,
                "The path " + home.group() + " exists on one machine.",
                source.excerpt(line)));
        return;
      }
    }
  }
}
