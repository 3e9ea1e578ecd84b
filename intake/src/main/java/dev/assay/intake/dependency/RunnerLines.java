package dev.assay.intake.dependency;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.dependency.Ecosystem;

/// Reads commands that install and run a package: `uvx ruff@0.5.1`, `npx -y prettier@3.0.0`. Only
/// exact versions count as declared; the static scan reports the others.
final class RunnerLines {
  private static final Pattern UVX =
      Pattern.compile(
          "\\buvx\\s+(?:--?[a-z][a-z-]*\\s+)*?(?:--from[\\s=]+)?['\"]?([A-Za-z0-9][A-Za-z0-9._-]*)(?:\\[[^\\]]*\\])?(?:==|@)([0-9][0-9A-Za-z.]*)");
  private static final Pattern NPX =
      Pattern.compile(
          "\\bnpx\\s+(?:(?:-y|--yes|-p|--package)[\\s=]+)*['\"]?((?:@[a-z0-9._~-]+/)?[a-z0-9][a-z0-9._~-]*)@([0-9]+\\.[0-9]+\\.[0-9]+[0-9A-Za-z.+-]*)");

  /// The limit of one file, in characters of lines that contain such a command.
  private static final int MOST_TRIED = 1 << 17;

  private final SourceText source;
  private final Collector collector;

  RunnerLines(SourceText source, Collector collector) {
    this.source = source;
    this.collector = collector;
  }

  void read() {
    if (!source.text().contains("uvx ") && !source.text().contains("npx ")) {
      return;
    }
    int tried = 0;
    for (int line = 1; line <= source.lines() && !collector.isFull(); line++) {
      String text = source.line(line);
      if (!text.contains("uvx ") && !text.contains("npx ")) {
        continue;
      }
      tried += text.length();
      if (tried > MOST_TRIED) {
        collector.report(
            DependencyRule.TOO_MANY, "There are more commands than are read.", source, line);
        return;
      }
      Matcher uvx = UVX.matcher(text);
      while (uvx.find()) {
        collector.declare(Ecosystem.PIP, uvx.group(1) + "==" + uvx.group(2), source, line);
      }
      Matcher npx = NPX.matcher(text);
      while (npx.find()) {
        collector.declare(Ecosystem.NPM, npx.group(1) + "@" + npx.group(2), source, line);
      }
    }
  }
}
