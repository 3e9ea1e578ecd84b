package dev.assay.web.console.evidence;

import dev.assay.skill.dependency.RuntimeEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/// What the installation changed, and by which commands.
///
/// @param unowned files of the candidate that no package owns
/// @param failure why what is declared cannot be installed; empty if it can
/// @param environment the folder that packages went into
public record DependenciesView(
    List<Change> changes,
    List<Command> commands,
    List<String> unowned,
    String failure,
    String environment) {
  /// @param environment the folder it is in; empty for the operating system's
  /// @param why `declared`, `needed` by a declared one, or `extra`
  public record Change(
      String ecosystem, String name, String environment, String before, String after, String why) {}

  public record Command(String words, int code, String tail, String why) {}

  static DependenciesView of(JsonNode installed) {
    List<Change> changes = new ArrayList<>();
    for (JsonNode each : installed.path("difference").path("changes")) {
      changes.add(
          new Change(
              Kept.text(each, "ecosystem").toLowerCase(Locale.ROOT),
              Kept.text(each, "name"),
              Kept.text(each, "ecosystem").equals("SYSTEM") ? "" : folder(each),
              Kept.text(each, "before"),
              Kept.text(each, "after"),
              Kept.text(each, "why").toLowerCase(Locale.ROOT)));
    }
    List<Command> commands = new ArrayList<>();
    installed.path("commands").forEach(each -> commands.add(command(each, "declared")));
    installed.path("needed").forEach(each -> commands.add(command(each, "found necessary")));
    return new DependenciesView(
        List.copyOf(changes),
        List.copyOf(commands),
        Kept.texts(installed, "unowned"),
        Kept.text(installed, "failure"),
        folder(installed));
  }

  private static String folder(JsonNode node) {
    return new RuntimeEnvironment(Kept.text(node, "environment")).folder();
  }

  private static Command command(JsonNode ran, String why) {
    return new Command(
        String.join(" ", Kept.texts(ran, "words")),
        ran.path("code").asInt(0),
        Kept.text(ran, "tail"),
        why);
  }
}
