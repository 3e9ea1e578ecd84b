package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.skill.dependency.Dependencies;
import dev.assay.skill.dependency.Requirement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Finds commands that install a package without saying which version. A package whose range is
/// declared elsewhere is fine.
final class InstallScan {
  private static final Regex COMMAND =
      new Regex(
          "\\b(pip3?\\s+install|uv\\s+(?:pip\\s+install|add)|uvx|npm\\s+(?:install|i|add)|npx|yarn\\s+add|pnpm\\s+add|bun\\s+add)\\s+([^\\n;&|#`]+)");
  private static final Regex NAME =
      new Regex("(?:@[a-z0-9._~-]+/)?[A-Za-z0-9][A-Za-z0-9._-]*(?:\\[[^\\]]*\\])?");
  private static final Regex FENCED = new Regex("`[^`\\n]+`");
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-r",
          "-c",
          "-i",
          "-t",
          "-e",
          "-f",
          "-p",
          "--requirement",
          "--constraint",
          "--index-url",
          "--extra-index-url",
          "--target",
          "--python",
          "--prefix",
          "--find-links",
          "--with",
          "--from",
          "--package");

  private final Set<String> seen = new HashSet<>();
  private final FindingList findings;

  InstallScan(Dependencies dependencies, FindingList findings) {
    this.findings = findings;
    for (Requirement requirement : dependencies.requirements()) {
      seen.add(requirement.name().toLowerCase(Locale.ROOT));
    }
  }

  void look(SourceText source) {
    if (!source.text().contains("install")
        && !source.text().contains("px ")
        && !source.text().contains("uvx ")
        && !source.text().contains(" add ")) {
      return;
    }
    boolean prose = source.extension().equals(".md");
    boolean fence = false;
    for (int number = 1; number <= source.lines(); number++) {
      String line = source.line(number);
      if (prose && line.strip().startsWith("```")) {
        fence = !fence;
      } else if (!prose || fence) {
        command(source, number, line);
      } else if (line.indexOf('`') >= 0) {
        Matcher code = FENCED.matcher(line);
        while (code.find()) {
          command(source, number, code.group().replace("`", ""));
        }
      }
    }
  }

  private void command(SourceText source, int number, String line) {
    if (!line.contains("install")
        && !line.contains("px ")
        && !line.contains("vx ")
        && !line.contains("add ")
        && !line.contains(" i ")) {
      return;
    }
    Matcher command = COMMAND.matcher(line);
    if (!command.find()) {
      return;
    }
    boolean single = command.group(1).equals("npx") || command.group(1).equals("uvx");
    boolean skip = false;
    List<String> names = new ArrayList<>();
    for (String word : command.group(2).strip().split("\\s+", -1)) {
      String bare = word.replaceAll("^[\"'(]+|[\"'),.:\\\\]+$", "");
      if (skip) {
        skip = false;
      } else if (bare.startsWith("-")) {
        if (bare.equals("--from") || bare.equals("-r") || bare.equals("--package")) {
          break;
        }
        skip = WITH_VALUE.contains(bare);
      } else {
        if (!NAME.matches(bare)) {
          if (single || !bare.matches(".*[<>=~@!].*")) {
            break;
          }
          continue;
        }
        add(bare, names);
        if (single) {
          break;
        }
      }
    }
    if (!names.isEmpty()) {
      findings.add(
          ScanRule.UNPINNED_INSTALL.at(
              source.path(),
              number,
              "Installed without a version: " + String.join(", ", names) + ".",
              line));
    }
  }

  private void add(String name, List<String> names) {
    String plain = name.replaceAll("\\[.*$", "").toLowerCase(Locale.ROOT);
    if (seen.add(plain.startsWith("@") ? plain : plain.replaceAll("[-_.]+", "-"))) {
      names.add(name);
    }
  }
}
