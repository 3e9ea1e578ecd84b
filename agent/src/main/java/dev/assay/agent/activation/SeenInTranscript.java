package dev.assay.agent.activation;

import dev.assay.skill.SkillName;
import dev.assay.skill.model.ToolCall;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.task.Activation;
import dev.assay.skill.task.Activation.Use;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Finds uses of skills in the tools that really ran. A request, a text or a list that was shown is
/// no use.
public final class SeenInTranscript {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String WORKING_FOLDER = Layout.INTERMEDIATE;

  private final ListedFolders folders;
  private final List<Activation> seen = new ArrayList<>();

  public SeenInTranscript(ListedFolders folders) {
    this.folders = folders;
  }

  public List<Activation> in(Transcript transcript) {
    walk(transcript, "");
    return List.copyOf(seen);
  }

  private void walk(Transcript transcript, String where) {
    int turn = 0;
    for (Entry entry : transcript.entries()) {
      switch (entry) {
        case Entry.Replied _ -> turn++;
        case Entry.Used used -> {
          String place = used.call().tool() + " in turn " + turn + where;
          for (FileUse touch : Browsing.withoutBrowsing(touches(used, folders), folders)) {
            String path = touch.path().isEmpty() ? "" : ": " + touch.path();
            seen.add(new Activation(touch.skill(), touch.use(), place + path));
          }
        }
        case Entry.Delegated delegated ->
            walk(delegated.transcript(), " of the sub-agent of turn " + turn + where);
        case Entry.Instructed _, Entry.Asked _, Entry.Noted _ -> {}
      }
    }
  }

  /// The uses of skills by one use of a tool, browsing included.
  public static List<FileUse> touches(Entry.Used used, ListedFolders folders) {
    boolean ran = !used.failed() || used.result().startsWith("exit code:");
    JsonNode arguments = arguments(used.call());
    if (!ran) {
      return List.of();
    }
    return switch (used.call().tool()) {
      case "load_skill" -> named(arguments, Use.LOADED, "", folders);
      case "read_skill_resource" -> named(arguments, Use.READ, text(arguments, "path"), folders);
      case "execute_skill_script" ->
          named(arguments, Use.EXECUTED, text(arguments, "script"), folders);
      case "read_file" -> at(text(arguments, "path"), ListedFolders.Depth.FILE, folders);
      case "grep" -> at(text(arguments, "path"), ListedFolders.Depth.TREE, folders);
      case "execute" ->
          line(used.call(), folders)
              .map(reading -> MissingFiles.without(reading.touches(), used.result()))
              .orElse(List.of());
      default -> List.of();
    };
  }

  /// Reads the shell line of a call.
  public static Optional<Reading> line(ToolCall call, ListedFolders folders) {
    JsonNode arguments = arguments(call);
    String command = text(arguments, "command");
    if (!call.tool().equals("execute") || command.isEmpty()) {
      return Optional.empty();
    }
    String folder = text(arguments, "cwd");
    return Optional.of(
        ShellLine.read(command, folder.isEmpty() ? WORKING_FOLDER : folder, folders));
  }

  private static List<FileUse> named(
      JsonNode arguments, Use use, String path, ListedFolders folders) {
    String name = text(arguments, "name");
    return folders.listed().stream()
        .filter(listed -> listed.text().equals(name))
        .map(listed -> new FileUse(listed, use, path))
        .toList();
  }

  private static List<FileUse> at(String path, ListedFolders.Depth depth, ListedFolders folders) {
    String place = ListedFolders.resolve(WORKING_FOLDER, Patterns.quote(path));
    List<SkillName> meant = folders.meant(place, depth);
    return meant.stream().map(skill -> new FileUse(skill, Use.READ, Patterns.text(place))).toList();
  }

  private static String text(JsonNode arguments, String name) {
    return arguments.path(name).asString("");
  }

  private static JsonNode arguments(ToolCall call) {
    try {
      return JSON.readTree(call.arguments());
    } catch (JacksonException e) {
      return JSON.createObjectNode();
    }
  }
}
