package dev.assay.agent.rehearsal;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the commands that a skill's text shows, fitted to the skill's own files.
public final class ShownCommands {
  private static final Pattern OPEN =
      Pattern.compile(
          "<[A-Za-z][^<>\\n]*>|\\{[A-Za-z_]+}|\\$\\{?[A-Z][A-Z_]+}?|/?path/to/\\S*|\\b(?:YOUR|INPUT|OUTPUT)_?[A-Z_]*\\b|\\.\\.\\.|…");

  /// Values that only the user has, and that no file can replace.
  private static final Pattern PRIVATE =
      Pattern.compile(
          "(?i)<[^<>\\n]*(?:token|key|secret|passw|url|account|user|\\bid)[^<>\\n]*>|\\$\\{?\\w*(?:TOKEN|API_?KEY|SECRET|PASSWORD)\\w*}?|\\bYOUR_\\w+");

  private ShownCommands() {}

  /// @param command the command to run; empty if it cannot be run
  /// @param obstacle the missing part; empty if it can be run
  public record Shown(String text, String command, String obstacle) {}

  /// @param base the skill's folder
  /// @param files the paths of the skill's files, relative to it
  /// @param samples the paths of input files that are available
  public static List<Shown> in(
      String document, String base, List<String> files, List<String> samples) {
    List<Shown> shown = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (DocumentedCommands.Recipe recipe : DocumentedCommands.recipes(document)) {
      String text = String.join("\n", recipe.commands());
      if (seen.add(text)) {
        Adaptation adaptation = new Adaptation(new Request(recipe.context(), samples), base, files);
        String command = String.join("\n", adaptation.of(recipe.commands()));
        Optional<String> missing = first(PRIVATE, text).or(() -> first(OPEN, command));
        shown.add(
            missing
                .map(what -> new Shown(text, "", "nothing in the skill says what " + what + " is"))
                .orElse(new Shown(text, command, "")));
      }
    }
    return shown;
  }

  private static Optional<String> first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
  }
}
