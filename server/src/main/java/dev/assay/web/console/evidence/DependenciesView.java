package dev.assay.web.console.evidence;

import dev.assay.skill.dependency.RuntimeEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// What the installation changed, and by which commands.
///
/// @param sources files that were installed
/// @param noticed files that take effect by themselves, and other things to know
/// @param unmet what the skill's text asks to be fetched beside packages
/// @param indexes what package indexes answered
/// @param failure why what is declared cannot be installed; empty if it can
/// @param environment the folder that packages went into
public record DependenciesView(
    List<Change> changes,
    List<Command> commands,
    List<Source> sources,
    List<String> noticed,
    List<String> unmet,
    List<String> indexes,
    String failure,
    String environment) {
  /// @param environment the folder it is in; empty for the operating system's
  /// @param why `declared`, `needed` by a declared one, or `extra`
  public record Change(
      String ecosystem, String name, String environment, String before, String after, String why) {}

  /// @param made `published`, `carried` by the skill, or `built here`
  public record Source(String name, String file, String made, String origin, String sha256) {}

  public record Command(String words, int code, String tail, String why) {}

  static DependenciesView of(JsonNode installed) {
    List<Change> changes = new ArrayList<>();
    for (JsonNode each : installed.path("difference").path("changes")) {
      changes.add(
          new Change(
              StoredJson.text(each, "ecosystem").toLowerCase(Locale.ROOT),
              StoredJson.text(each, "name"),
              StoredJson.text(each, "ecosystem").equals("SYSTEM") ? "" : folder(each),
              StoredJson.text(each, "before"),
              StoredJson.text(each, "after"),
              StoredJson.text(each, "why").toLowerCase(Locale.ROOT)));
    }
    List<Command> commands = new ArrayList<>();
    installed.path("commands").forEach(each -> commands.add(command(each, "declared")));
    installed.path("needed").forEach(each -> commands.add(command(each, "found necessary")));
    return new DependenciesView(
        List.copyOf(changes),
        List.copyOf(commands),
        sources(installed),
        StoredJson.texts(installed, "noticed"),
        StoredJson.texts(installed, "unmet"),
        StoredJson.texts(installed, "indexes"),
        StoredJson.text(installed, "failure"),
        folder(installed));
  }

  private static List<Source> sources(JsonNode installed) {
    List<Source> all = new ArrayList<>();
    for (JsonNode each : installed.path("sources")) {
      all.add(
          new Source(
              StoredJson.text(each, "name") + " " + StoredJson.text(each, "version"),
              StoredJson.text(each, "file"),
              StoredJson.text(each, "made").toLowerCase(Locale.ROOT).replace('_', ' '),
              StoredJson.text(each, "origin"),
              StoredJson.text(each.path("sha256"), "hex")));
    }
    return List.copyOf(all);
  }

  private static String folder(JsonNode node) {
    return new RuntimeEnvironment(StoredJson.text(node, "environment")).folder();
  }

  private static Command command(JsonNode ran, String why) {
    return new Command(
        String.join(" ", StoredJson.texts(ran, "words")),
        ran.path("code").asInt(0),
        StoredJson.text(ran, "tail"),
        why);
  }
}
