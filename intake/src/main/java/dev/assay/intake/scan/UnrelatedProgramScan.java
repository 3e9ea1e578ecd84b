package dev.assay.intake.scan;

import com.google.re2j.Matcher;
import dev.assay.intake.rule.FindingList;
import dev.assay.intake.signature.Regex;
import dev.assay.intake.signature.ScanRule;
import dev.assay.intake.tree.SourceText;
import dev.assay.intake.tree.Sources;
import java.util.List;
import java.util.Locale;

/// Finds a program that "must be installed before using this skill", from an address that the
/// skill's name and description do not mention. Attack campaigns put such a sentence into copies of
/// other authors' skills.
final class UnrelatedProgramScan {
  private static final int BELOW = 4;
  private static final Regex REQUIRED =
      new Regex(
          "(?i)\\b(?:must|has\\s+to|needs?\\s+to)\\s+be\\s+(?:installed|running|downloaded)\\s+(?:before\\s+(?:using|you\\s+use)|for)\\s+(?:this|the)\\s+skill\\b|\\bis\\s+required\\s+(?:for|before)\\s+(?:using\\s+)?(?:this|the)\\s+skill\\b|\\b(?:this|the)\\s+skill\\s+is\\s+(?:a\\s+)?required\\s+prerequisite\\b");
  private static final Regex FETCHED =
      new Regex(
          "(?i)\\b(?:download|install\\w*|set-?\\s?up|get\\s+it|grab)\\b[^\\n]*https?://([a-z0-9-][a-z0-9.-]*\\.[a-z]{2,})");

  /// Hosts that publish programs of others, and well-known vendors.
  private static final List<String> KNOWN =
      List.of(
          "github.com",
          "gitlab.com",
          "npmjs.com",
          "pypi.org",
          "nodejs.org",
          "python.org",
          "docker.com",
          "apple.com",
          "microsoft.com",
          "google.com",
          "brew.sh",
          "rust-lang.org",
          "rustup.rs",
          "go.dev",
          "astral.sh",
          "bun.sh",
          "deno.land",
          "java.com",
          "oracle.com",
          "amazon.com",
          "anthropic.com",
          "claude.ai",
          "claude.com",
          "openclaw.ai",
          "ffmpeg.org",
          "ollama.com",
          "ollama.ai");

  private UnrelatedProgramScan() {}

  static void look(Sources sources, FindingList findings) {
    sources
        .find("SKILL.md")
        .filter(skill -> REQUIRED.mayFind(skill.text()))
        .ifPresent(skill -> look(skill, findings));
  }

  private static void look(SourceText skill, FindingList findings) {
    for (int line = 1; line <= skill.lines(); line++) {
      if (!REQUIRED.finds(skill.line(line))) {
        continue;
      }
      for (int below = line; below <= Math.min(skill.lines(), line + BELOW); below++) {
        Matcher fetched = FETCHED.matcher(skill.line(below));
        if (fetched.find() && isUnrelated(fetched.group(1), about(skill))) {
          findings.add(
              ScanRule.FAKE_PREREQUISITE.at(
                  skill.path(),
                  below,
                  "A program that has nothing to do with the skill is to be installed first.",
                  SecretScan.mask(skill.line(below))));
          return;
        }
      }
    }
  }

  private static boolean isUnrelated(String address, String about) {
    String host = address.toLowerCase(Locale.ROOT);
    if (KNOWN.stream().anyMatch(each -> host.equals(each) || host.endsWith("." + each))) {
      return false;
    }
    for (String part : host.split("\\.", -1)) {
      if (part.length() > 2 && about.contains(part.replace("-", ""))) {
        return false;
      }
    }
    return true;
  }

  /// Returns the frontmatter without the signs between its words.
  private static String about(SourceText skill) {
    int end = skill.text().indexOf("\n---", 3);
    return skill
        .text()
        .substring(0, Math.max(0, end))
        .toLowerCase(Locale.ROOT)
        .replaceAll("[\\s_.-]+", "");
  }
}
