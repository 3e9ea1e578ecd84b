package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/// Finds missing programs and libraries that SKILL.md calls a part of the skill. The agent would
/// load any file of that name.
final class PromisedFileScan {
  private static final Regex PROMISE =
      new Regex(
          "(?i)\\b(?:is|are)\\s+part\\s+of\\s+th(?:is|e)\\s+skill\\b|\\b(?:comes?|ships?|shipped|bundled|included|packaged|delivered|provided)\\s+(?:\\w+\\s+){0,2}(?:with|in|inside)\\s+th(?:is|e)\\s+(?:skill|package|bundle)\\b");
  private static final Regex NOT =
      new Regex(
          "(?i)\\b(?:not|no|isn't|aren't|never|without|if|optional\\w*|e\\.g\\.|for\\s+example|such\\s+as|like)\\b");
  private static final Regex FILE =
      new Regex(
          "[\\w./\\\\-]*\\w\\.(?:so|dll|dylib|pyd|node|wasm|jar|exe|bin|py|js|mjs|cjs|sh|ps1|rb|pl)\\b");
  private static final Regex ABOUT_SKILLS =
      new Regex("(?im)^(?:name|description):[^\\n]*\\bskills?\\b");

  /// Names that end like a program's and are none.
  private static final Set<String> NAMES = Set.of("node.js", "next.js", "vue.js", "three.js");

  private PromisedFileScan() {}

  static void look(Sources sources, SourceText skill, FindingList findings) {
    if (sources.omitted() > 0 || !PROMISE.mayFind(skill.text()) || isAboutSkills(skill.text())) {
      return;
    }
    Set<String> names = names(sources);
    for (int line = 1; line <= skill.lines(); line++) {
      String text = skill.line(line);
      if (!PROMISE.finds(text) || NOT.finds(text)) {
        continue;
      }
      Matcher file = FILE.matcher(text);
      while (file.find()) {
        String name = name(file.group().replace('\\', '/')).toLowerCase(Locale.ROOT);
        if (!names.contains(name) && !NAMES.contains(name)) {
          findings.add(
              ScanRule.MISSING_PROGRAM.at(
                  skill.path(),
                  line,
                  "The file "
                      + file.group()
                      + " is said to be part of the skill, and it is not"
                      + " there.",
                  SecretScan.mask(skill.excerpt(line))));
          return;
        }
      }
    }
  }

  private static boolean isAboutSkills(String text) {
    int end = Math.max(0, text.indexOf("\n---", 3));
    return ABOUT_SKILLS.finds(text.substring(0, end));
  }

  private static Set<String> names(Sources sources) {
    Set<String> names = new HashSet<>();
    sources.texts().forEach(each -> names.add(name(each.path()).toLowerCase(Locale.ROOT)));
    sources.binaries().forEach(each -> names.add(name(each.path()).toLowerCase(Locale.ROOT)));
    sources.cut().forEach(each -> names.add(name(each).toLowerCase(Locale.ROOT)));
    return names;
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
