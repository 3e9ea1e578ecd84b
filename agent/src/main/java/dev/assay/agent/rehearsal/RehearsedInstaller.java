package dev.assay.agent.rehearsal;

import dev.assay.agent.work.Installs;
import dev.assay.skill.dependency.Ecosystem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/// Finds install commands in a skill's document.
public final class RehearsedInstaller {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern PIP =
      Pattern.compile("(?m)\\b(?:pip3?|uv pip|python3? -m pip) install ([^\\n`#;&|]+)");
  private static final Pattern NPM = Pattern.compile("(?m)\\bnpm (?:install|i) ([^\\n`#;&|]+)");

  /// Options that take the next word.
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-r",
          "--requirement",
          "-c",
          "--constraint",
          "-e",
          "--editable",
          "-t",
          "--target",
          "--prefix",
          "--root",
          "-i",
          "--index-url",
          "--extra-index-url",
          "-f",
          "--find-links",
          "--registry");

  private RehearsedInstaller() {}

  public static String answer(List<PromptSection> parts) {
    String document = PromptSection.text(parts, "document");
    List<Map<String, String>> packages = new ArrayList<>();
    add(packages, PIP.matcher(document), Ecosystem.PIP, "pip");
    add(packages, NPM.matcher(document), Ecosystem.NPM, "npm");
    return JSON.writeValueAsString(
        Map.of(
            "packages",
            packages,
            "reason",
            "Rehearsal: install commands that stand in the document."));
  }

  private static void add(
      List<Map<String, String>> packages, Matcher commands, Ecosystem ecosystem, String word) {
    while (commands.find()) {
      boolean value = false;
      for (String each : commands.group(1).strip().split("\\s+", -1)) {
        String plain = each.replaceAll("^['\"]|['\"]$", "");
        boolean ofOption = value;
        value = WITH_VALUE.contains(plain);
        if (ofOption) {
          continue;
        }
        if (Installs.isPackage(ecosystem, plain) && packages.size() < 50) {
          packages.add(Map.of("ecosystem", word, "package", plain));
        } else if (!plain.startsWith("-")) {
          break;
        }
      }
    }
  }
}
