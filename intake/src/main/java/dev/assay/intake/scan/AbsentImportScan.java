package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds scripts that SKILL.md has the agent run and that load a missing file beside them. The
/// script then runs any file that gets that name later, and no reviewer has seen it.
final class AbsentImportScan {
  private static final Regex MODULES =
      new Regex(
          "(?m)\\brequire\\(\\s*[\"'](\\.{1,2}/[\\w./-]+)[\"']\\s*\\)|^\\s*import\\s+(?:[^\"'\\n]*\\sfrom\\s+)?[\"'](\\.{1,2}/[\\w./-]+)[\"']");

  private static final Regex SHELL =
      new Regex(
          "(?m)^\\s*(?:source|\\.)\\s+[\"']?(?:\\$\\(dirname\\s+[^)]*\\)|\\$\\{?(?:SCRIPT_?DIR|DIR|HERE|here|dir)\\}?|\\.)/([\\w./-]+)[\"']?\\s*$");

  private static final List<String> ENDINGS =
      List.of("", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".jsx", ".json", "/index.js", "/index.ts");

  private static final Set<String> SCRIPTS = Set.of(".js", ".mjs", ".cjs", ".ts", ".sh", ".bash");

  private AbsentImportScan() {}

  static void look(Sources sources, FindingList findings) {
    Optional<SourceText> skill = sources.find("SKILL.md");
    if (skill.isEmpty() || sources.omitted() > 0) {
      return;
    }
    Set<String> paths = new HashSet<>();
    sources.texts().forEach(each -> paths.add(each.path()));
    sources.binaries().forEach(each -> paths.add(each.path()));
    paths.addAll(sources.cut());
    for (SourceText source : sources.texts()) {
      if (SCRIPTS.contains(source.extension())
          && source.path().startsWith("scripts/")
          && skill.get().text().contains(source.path())
          && loads(source).mayFind(source.text())) {
        look(source, paths, findings);
      }
    }
  }

  /// Returns the pattern for the script's language. Shell scripts are searched with one of their
  /// own, because they may write another program's modules.
  private static Regex loads(SourceText source) {
    return source.extension().endsWith("sh") ? SHELL : MODULES;
  }

  private static void look(SourceText source, Set<String> paths, FindingList findings) {
    Matcher loads = loads(source).matcher(source.text());
    while (loads.find()) {
      for (int group = 1; group <= loads.groupCount(); group++) {
        String path = loads.group(group);
        if (path != null && !isSettings(path) && isAbsent(source.path(), path, paths)) {
          int line = source.lineAt(loads.start(group));
          findings.add(
              ScanRule.MISSING_PROGRAM.at(
                  source.path(),
                  line,
                  "The script loads " + path + ", and it is not there.",
                  SecretScan.mask(source.excerpt(line))));
          return;
        }
      }
    }
  }

  /// Returns whether the file holds settings that the user writes.
  private static boolean isSettings(String path) {
    return path.endsWith(".env");
  }

  private static boolean isAbsent(String from, String path, Set<String> paths) {
    Optional<String> target = resolved(from, path);
    if (target.isEmpty()
        || path.contains("dist/")
        || path.contains("build/")
        || path.endsWith(".json")) {
      return false;
    }
    String plain = target.get().replaceFirst("\\.(?:m|c)?js$", "");
    return ENDINGS.stream()
        .noneMatch(end -> paths.contains(target.get() + end) || paths.contains(plain + end));
  }

  /// Returns the path from the skill's folder; empty if it leaves the folder.
  private static Optional<String> resolved(String from, String path) {
    Deque<String> parts = new ArrayDeque<>(List.of(from.split("/", -1)));
    parts.removeLast();
    for (String part : path.split("/", -1)) {
      if (part.equals("..")) {
        if (parts.isEmpty()) {
          return Optional.empty();
        }
        parts.removeLast();
      } else if (!part.equals(".") && !part.isEmpty()) {
        parts.addLast(part);
      }
    }
    return Optional.of(String.join("/", parts));
  }
}
