package dev.assay.validation.lab;

import dev.assay.skill.model.ToolCall;
import dev.assay.skill.sandbox.Layout;
import dev.assay.skill.transcript.Entry;
import dev.assay.skill.transcript.Transcript;
import dev.assay.validation.evidence.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Finds the failed commands of a transcript. The output of commands is untrusted. It is only
/// quoted, up to a limit.
final class FailedCommands {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern EXIT =
      Pattern.compile("exit code: (-?\\d{1,5})(?: \\(([^\\n]*)\\))?");
  private static final String NO_SUCH_SCRIPT = " is not a file of the skill.";
  private static final int MOST = 20;
  private static final int LONGEST_COMMAND = 300;

  private FailedCommands() {}

  /// @param clean removes secrets from a text
  static List<CommandFailure> in(Transcript transcript, UnaryOperator<String> clean) {
    List<CommandFailure> found = new ArrayList<>();
    collect(transcript, clean, found);
    return List.copyOf(found.subList(Math.max(0, found.size() - MOST), found.size()));
  }

  private static void collect(
      Transcript transcript, UnaryOperator<String> clean, List<CommandFailure> found) {
    for (Entry entry : transcript.entries()) {
      switch (entry) {
        case Entry.Used used -> failure(used, clean).ifPresent(found::add);
        case Entry.Delegated delegated -> collect(delegated.transcript(), clean, found);
        case Entry.Instructed _, Entry.Asked _, Entry.Replied _, Entry.Noted _ -> {}
      }
    }
  }

  private static Optional<CommandFailure> failure(Entry.Used used, UnaryOperator<String> clean) {
    String tool = used.call().tool();
    if (!tool.equals("execute") && !tool.equals("execute_skill_script")) {
      return Optional.empty();
    }
    String command = ErrorOutput.cut(clean.apply(command(used.call())), LONGEST_COMMAND);
    Matcher exit = EXIT.matcher(used.result());
    if (!exit.lookingAt()) {
      return used.failed() && used.result().contains(NO_SUCH_SCRIPT)
          ? Optional.of(noSuchScript(used, command))
          : Optional.empty();
    }
    int code = Integer.parseInt(exit.group(1));
    String how = Optional.ofNullable(exit.group(2)).orElse("");
    return code == 0 && how.isEmpty()
        ? Optional.empty()
        : Optional.of(new ErrorOutput(clean.apply(used.result()), command).failure(code, how));
  }

  private static CommandFailure noSuchScript(Entry.Used used, String command) {
    String path = used.result().substring(0, used.result().indexOf(NO_SUCH_SCRIPT));
    SkillPath place = SkillPath.in(path.substring(path.lastIndexOf(' ') + 1));
    return new CommandFailure(
        CommandFailure.Kind.PATH_MISSING,
        place.skill(),
        "",
        0,
        "There is no such script.",
        place.file(),
        0,
        command,
        ErrorOutput.cut(used.result(), LONGEST_COMMAND));
  }

  private static String command(ToolCall call) {
    try {
      JsonNode arguments = JSON.readTree(call.arguments());
      if (call.tool().equals("execute")) {
        return arguments.path("command").asString("");
      }
      StringBuilder line = new StringBuilder(Layout.skill(arguments.path("name").asString("")));
      line.append('/').append(arguments.path("script").asString(""));
      arguments.path("arguments").forEach(each -> line.append(' ').append(each.asString("")));
      return line.toString();
    } catch (JacksonException e) {
      return ""; // the model's text may be no JSON
    }
  }
}
