package dev.assay.intake.scan;

import dev.assay.intake.program.MissingScripts;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds instructions that run a missing script, if the text says that the script is part of the
/// skill, or that it fetches or reports something. The agent would run any file of that name in the
/// user's folder.
final class MissingProgramScan {
  private static final Regex BUNDLED =
      new Regex(
          "(?i)\\b(?:bundled|companion|included|shipped|accompanying|packaged|provided)\\b[^\\n"
              + ".]{0,60}\\bscripts?\\b|\\bscripts?\\b[^\\n"
              + ".]{0,60}\\b(?:bundled|alongside\\s+this|comes?\\s+with|included\\s+(?:with|in)|ships?\\s+with)\\b");
  private static final Regex REACHES =
      new Regex(
          "(?i)\\bscripts?\\b[^\\n"
              + ".]{0,60}\\b(?:downloads?|fetch(?:es)?|reports?|push(?:es)?|pulls?|syncs?|uploads?|sends?)\\b[^\\n"
              + ".]{0,80}\\b(?:registry|mirror|servers?|dashboard|remote|cloud|upstream|internal|binaries|updates)\\b");

  private static final int AROUND = 8;
  private static final Regex COMPANION =
      new Regex(
          "(?i)\\b(?:bundled|companion|accompanying)\\s+(?:\\w+\\s+)?(?:programs?|tools?|binary|binaries|helpers?|executables?)\\b|\\b(?:comes?|ships?|shipped|bundled|included|packaged)\\s+with\\s+this\\s+skill\\b");
  private static final Regex ELSEWHERE =
      new Regex(
          "(?i)\\b(?:is\\s?n[o']t|not|never)\\s+(?:\\w+\\s+)?(?:in|part\\s+of)\\s+(?:the|this)\\s+(?:bundle|repository|package|download|registry|archive|skill)\\b|\\bcontains?\\s+nothing\\b|\\b(?:don't|do\\s+not)\\s+vendor\\b|\\b(?:sent|sends?|delivered|posted|distributed|shared)\\b[^\\n.]{0,40}\\b(?:by\\s+(?:chat|mail|e-mail)|channel|telegram|t\\.me|on\\s+request)");

  /// A line that says that the script comes later or from another place.
  private static final Regex LATER =
      new Regex(
          "(?i)\\b(?:not|neither|nor|never|isn't|aren't)\\b[^\\n.]{0,40}\\b(?:kept|distributed|included|shipped|bundled|stored|checked\\s+in|committed|delivered|packaged|present\\s+in\\s+(?:your|the|this)\\s+(?:copy|folder|skill))\\b|\\bships?\\s+separately\\b|\\b(?:arrives?|appears?|shows?\\s+up|turns?\\s+up|materiali[sz]es?)\\b|\\b(?:placed|put|dropped|deployed|written|provisioned|delivered|pushed|synced)\\s+(?:there|here|in|into|to|onto)?\\b[^\\n.]{0,40}\\bby\\s+(?:the|our|a|an)\\b|\\b(?:update|release|delivery)\\s+channel\\b|\\bintentionally\\s+(?:empty|absent|missing|left\\s+out)\\b|\\b(?:leave|leaves|left)\\s+(?:it\\s+|them\\s+)?out\\s+of\\s+(?:the|this)\\b|\\bno\\s+such\\s+file\\b|\\bpost-?install\\s+(?:task|step|hook|job)\\b|\\bnext\\s+sync\\b|\\b(?:there\\s+is|we\\s+have)\\s+no\\s+[`*]*[\\w./-]+[`*]*\\s+in\\s+(?:the|this)\\s+(?:package|folder|skill|bundle|archive)\\b|\\b(?:is|are|was|were|be|turns?\\s+out)\\s+(?:missing|absent|not\\s+(?:there|found|present))\\b");

  /// A line that says that one of the skill's own files is missing.
  private static final Regex ABSENT =
      new Regex(
          "(?i)\\b(?:there\\s+is|we\\s+have)\\s+no\\s+[`*]*[\\w./-]+[`*]*\\s+in\\s+(?:the|this)\\s+(?:package|folder|skill|bundle|archive)\\b|\\b(?:not|neither|never|isn't|aren't)\\b[^\\n.]{0,30}\\b(?:kept|distributed|included|shipped|bundled|stored|checked\\s+in|delivered|packaged)\\s+(?:here\\b|(?:in|with)\\s+(?:the|this)\\s+(?:folder|skill|package|bundle|archive|document))|\\bintentionally\\s+(?:empty|absent|missing|left\\s+out)\\b");

  /// A line that has the agent run the script nevertheless.
  private static final Regex ANYWAY =
      new Regex(
          "(?i)\\b(?:wait|retry|try\\s+again|run\\s+(?:it\\s+)?again|run\\s+whatever|proceed|re-?run|whoever|no\\s+need\\s+to\\s+(?:look|read|check|inspect|review))\\b|\\b(?:grab|fetch|get|download|obtain|pull|ask|request|copy|paste|curl|wget|take|restore|install\\w*|brings?)\\b[^\\n]*https?://|https?://[^\\n]*\\b(?:paste|save|run|execute|brings?|link)\\b");

  /// The number of mentions up to which a document does not count as working with a folder.
  private static final int RARE = 2;

  /// The hidden folders in which tools keep scripts.
  private static final Set<String> TOOLS =
      Set.of(
          "agent",
          "agents",
          "augment",
          "bmad",
          "bmad-core",
          "buildkite",
          "bundle",
          "cache",
          "cargo",
          "circleci",
          "claude",
          "clawdbot",
          "cline",
          "codebuddy",
          "codex",
          "config",
          "continue",
          "copilot",
          "cursor",
          "devcontainer",
          "factory",
          "gemini",
          "git",
          "github",
          "gitlab",
          "goose",
          "husky",
          "junie",
          "kiro",
          "local",
          "moltbot",
          "next",
          "npm",
          "nvm",
          "nuxt",
          "openclaw",
          "opencode",
          "output",
          "pi",
          "pnpm",
          "qwen",
          "roo",
          "rustup",
          "specify",
          "svelte-kit",
          "tox",
          "trae",
          "vercel",
          "venv",
          "virtualenv",
          "vscode",
          "windsurf",
          "yarn");

  private MissingProgramScan() {}

  static void look(Sources sources, List<MissingScripts.Missing> missing, FindingList findings) {
    Optional<SourceText> skill = sources.find("SKILL.md");
    if (skill.isEmpty()) {
      return;
    }
    for (MissingScripts.Missing each : missing) {
      if (isPromised(each, skill.get())) {
        findings.add(
            ScanRule.MISSING_PROGRAM.at(
                each.source().path(),
                each.call().line(),
                "The script "
                    + each.call().path()
                    + " is run here as part of the skill, and it is not there.",
                SecretScan.mask(each.source().excerpt(each.call().line()))));
        return;
      }
    }
    PromisedFileScan.look(sources, skill.get(), findings);
    sources.texts().stream()
        .filter(each -> each.extension().equals(".md"))
        .forEach(each -> admitted(each, findings));
  }

  /// Reports a line that says that a file of the skill is missing and where to get it.
  private static void admitted(SourceText source, FindingList findings) {
    if (!source.text().contains("://") || !ABSENT.mayFind(source.text())) {
      return;
    }
    for (int line = 1; line <= source.lines(); line++) {
      String text = source.line(line);
      if (text.contains("://") && ABSENT.finds(text) && ANYWAY.finds(text)) {
        findings.add(
            ScanRule.MISSING_PROGRAM.at(
                source.path(),
                line,
                "A file that the skill needs is not there, and is to be fetched.",
                SecretScan.mask(source.excerpt(line))));
        return;
      }
    }
  }

  private static boolean isPromised(MissingScripts.Missing missing, SourceText skill) {
    boolean own = missing.likely() && missing.call().owned();
    boolean possible = missing.likely() || missing.call().isBare();
    return own || isHidden(missing) || (possible && promises(skill)) || isElsewhere(missing);
  }

  /// Returns whether the script is in a hidden folder that is neither the skill's nor a known
  /// tool's.
  private static boolean isHidden(MissingScripts.Missing missing) {
    String path = missing.call().path();
    int slash = path.indexOf('/');
    return slash > 1
        && path.charAt(0) == '.'
        && !TOOLS.contains(path.substring(1, slash))
        && count(missing.source().text(), path.substring(0, slash + 1)) <= RARE;
  }

  /// Returns whether a hidden folder of this name, without its dot, is a known tool's.
  static boolean isTool(String name) {
    return TOOLS.contains(name);
  }

  private static int count(String text, String word) {
    int count = 0;
    for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length())) {
      count++;
    }
    return count;
  }

  /// Returns whether the lines around the call say that the script is missing.
  private static boolean isElsewhere(MissingScripts.Missing missing) {
    int line = missing.call().line();
    for (int at = Math.max(1, line - AROUND); at <= line + AROUND; at++) {
      String text = missing.source().line(at);
      if (ELSEWHERE.finds(text) || (LATER.finds(text) && ANYWAY.finds(text))) {
        return true;
      }
    }
    return false;
  }

  private static boolean promises(SourceText skill) {
    if (!BUNDLED.mayFind(skill.text())
        && !REACHES.mayFind(skill.text())
        && !COMPANION.mayFind(skill.text())) {
      return false;
    }
    for (int line = 1; line <= skill.lines(); line++) {
      String text = skill.line(line);
      if (BUNDLED.finds(text) || REACHES.finds(text) || COMPANION.finds(text)) {
        return true;
      }
    }
    return false;
  }
}
